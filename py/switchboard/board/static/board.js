// The Board's script.
(() => {
  const root = document.documentElement
  const store = (() => { try { return localStorage } catch { return {} } })()
  root.dataset.theme = store.theme || ''

  const $ = (selector, within = document) => within.querySelector(selector)
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
  const on = (name, act) => document.addEventListener(name, act)
  let skew = 0

  // Clocks, in the words of words.py.
  const span = ms => {
    const s = Math.max(0, ms / 1000 | 0), m = s / 60 | 0, h = s / 3600 | 0, d = s / 86400 | 0
    if (s < 60) return `${s} s`
    if (m < 10) return `${m} m ${s % 60} s`
    if (h < 1) return `${m} m`
    if (d < 1) return `${h} h ${m % 60} m`
    return d < 10 ? `${d} d ${h % 24} h` : `${d} d`
  }
  const said = (kind, left) => {
    if (kind === 'lease') return left > 0 ? `${span(left)} left` : `lapsed ${span(-left)} ago`
    if (kind === 'retry') return left > 0 ? `in ${span(left)}` : 'due'
    return kind === 'for' ? span(-left) : `${span(-left)} ago`
  }
  const tick = () => {
    for (const time of $$('time[data-clock]')) {
      const left = Date.parse(time.dateTime) - Date.now() - skew, text = said(time.dataset.clock, left)
      if (time.textContent !== text) time.textContent = text
      if (left <= 0) time.closest('.row, .now')?.querySelector('.lamp.live')?.classList.remove('live')
    }
  }

  const swap = (text, target, style) => window.htmx.swap({ text, target, swap: style, sourceElement: document.body })
  const element = html => { const box = document.createElement('template'); box.innerHTML = html; return [...box.content.children] }
  const tint = row => { row.classList.add('changed'); setTimeout(() => row.classList.remove('changed'), 600) }
  const rowOf = id => $(`[data-row="${CSS.escape(id)}"]`)

  const show = async (row, isNew) => {
    const known = rowOf(row.dataset.row)
    if (known) {
      const chosen = $('input', known).checked
      await swap(row.outerHTML, known, 'outerMorph')
      const there = rowOf(row.dataset.row)
      if (!there) return
      $('input', there).checked = chosen
      tint(there)
    } else if (isNew && $('#rows')) {
      const rows = $('#rows'), next = [...rows.children].find(r => r.dataset.at <= row.dataset.at)
      const older = $('.pages [rel=next]')
      // Older than all that are here: it is on a later page, unless there is none.
      if (!next && !older.hidden) return
      rows.insertBefore(row, next || null)
      window.htmx.process(row)
      tint(row)
      $('.empty')?.remove()
      if (rows.children.length > 100) {
        rows.lastElementChild.remove()
        const url = new URL(location)
        url.searchParams.set('before', rows.lastElementChild.dataset.row)
        older.href = url
        older.hidden = false
      }
    }
  }
  const notice = html => $('#notices').append(...element(html))
  const refresh = () => {
    fetch(location.href).then(async answer => {
      if (answer.redirected) return location.reload()
      if (!answer.ok) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      for (const id of ['filters', 'rows', 'queue-list', 'todo-body']) {
        const here = document.getElementById(id), there = page.getElementById(id)
        if (here && there && !here.closest('dialog')) swap(there.outerHTML, here, 'outerMorph')
      }
    }).catch(() => {})
    const open = $('#drawer[open] #todo-body')
    if (open) window.htmx.ajax('GET', `/todos/${encodeURIComponent(open.dataset.todo)}`, { target: '#drawer-body', swap: 'outerMorph' })
  }

  let source = null, poll = 0, failures = 0, missed = false
  const lamp = (text, kind) => { const l = $('#lamp'); if (l) { l.textContent = text; l.className = kind } }
  const quiet = () => { source?.close(); source = null; missed = true }
  const connect = () => {
    const page = document.body.dataset
    if (!['todos', 'todo', 'queues'].includes(page.page) || document.hidden) return quiet()
    const query = new URLSearchParams({ page: page.page })
    for (const name of ['filter', 'queue', 'endpoint', 'q', 'before']) page[name] && query.set(name, page[name])
    const open = $('#drawer[open] #todo-body') || $('.page #todo-body')
    if (open) query.set('todo', open.dataset.todo)
    // The one before hears until this one does.
    const before = source
    source = new EventSource(`/events?${query}`)
    const hear = (name, tell) => source.addEventListener(name, tell)
    hear('open', e => {
      if (!e.data) return
      before?.close()
      failures = 0
      clearInterval(poll)
      poll = 0
      lamp('live', 'live')
      if (missed) refresh()
      missed = false
    })
    hear('row', e => element(e.data).forEach(row => show(row, false)))
    hear('new', e => element(e.data).forEach(row => show(row, true)))
    hear('piece', e => swap(e.data, document.body, 'none'))
    hear('notice', e => notice(e.data))
    hear('stale', () => setTimeout(refresh, Math.random() * 2000))
    source.onerror = () => {
      before?.close()
      missed = true
      lamp('reconnecting', 'wait')
      failures += 1
      if (failures >= 3 || source.readyState === EventSource.CLOSED) {
        quiet()
        if (!poll) poll = setInterval(() => { refresh(); if (!source) connect() }, 10000)
        lamp('every 10 s', 'wait')
        refresh()
      }
    }
  }

  const drawer = () => $('#drawer')
  const close = () => {
    if (!drawer()?.open) return
    const id = $('#todo-body', drawer())?.dataset.todo
    drawer().close()
    const row = id && rowOf(id)
    ;(row ? $('a', row) : $('#q'))?.focus()
    connect()
  }

  on('htmx:after:swap', e => {
    const { target, sourceElement, response } = e.detail.ctx
    if (response?.status === 200 && sourceElement?.matches('.add form')) sourceElement.reset()
    if (target?.id === 'drawer-body') {
      drawer().show()
      if (!drawer().contains(document.activeElement)) $('.close', drawer()).focus()
      connect()
    }
    tick()
  })
  on('htmx:response:error', e => {
    const ctx = e.detail.ctx
    if (ctx.response.status === 401) location.reload()
    if (ctx.response.status !== 409) { ctx.swap = 'none'; notice(ctx.text) }
  })
  on('click', e => {
    const target = e.target
    if (target.closest('.close')) return close()
    if (target.closest('#theme')) {
      const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
      store.theme = root.dataset.theme = dark ? 'light' : 'dark'
    }
    const copy = target.closest('[data-copy]')
    if (copy) navigator.clipboard?.writeText($(`#${copy.dataset.copy}`).textContent).then(() => { copy.textContent = 'Copied' })
    const row = target.closest('.row')
    if (row && !target.closest('a, button, input')) $('a', row).click()
  })
  on('keydown', e => {
    if (e.key === 'Escape') return close()
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select')) return
    if (e.key === '/' && $('#q')) { e.preventDefault(); $('#q').focus() }
    if (e.key === '?') $('#keys').showModal()
    if (e.key === 'j' || e.key === 'k') {
      const links = $$('#rows .what a'), at = links.indexOf(document.activeElement)
      const to = at < 0 ? 0 : at + (e.key === 'j' ? 1 : -1)
      links[Math.min(Math.max(to, 0), links.length - 1)]?.focus()
    }
  })
  const fade = () => {
    for (const note of $$('#notices > .notice:not(:hover):not(:focus-within)')) {
      note.dataset.age = 1 + Number(note.dataset.age || 0)
      if (note.dataset.age > 8) note.remove()
    }
  }
  on('visibilitychange', () => {
    if (document.hidden) quiet()
    else connect()
  })
  on('DOMContentLoaded', () => {
    skew = Number(document.body.dataset.now || Date.now()) - Date.now()
    tick()
    setInterval(() => { tick(); fade() }, 1000)
    if (document.body.dataset.page) connect()
  })
})()
