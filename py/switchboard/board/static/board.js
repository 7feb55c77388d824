// Theme, clocks, keys, the drawer, and what the server sends.
(() => {
  const root = document.documentElement
  const store = (() => { try { return localStorage } catch { return {} } })()
  root.dataset.theme = store.theme || ''

  const $ = (selector, within = document) => within.querySelector(selector)
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
  let skew = 0
  const now = () => Date.now() + skew
  const on = (name, act) => document.addEventListener(name, act)

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
      const left = Date.parse(time.dateTime) - now(), text = said(time.dataset.clock, left)
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
      await swap(row.outerHTML, known, 'outerMorph')
      tint(rowOf(row.dataset.row))
    } else if (isNew && $('#rows')) {
      const rows = $('#rows'), next = [...rows.children].find(r => r.dataset.at <= row.dataset.at)
      // Older than all that are here: it is on a later page, unless there is none.
      if (!next && $('.pages [rel=next]')) return
      rows.insertBefore(row, next || null)
      window.htmx.process(row)
      tint(row)
    }
  }
  const notice = html => $('#notices').append(...element(html))
  // Bring pieces of the page up to date. The drawer neither opens nor takes the focus.
  const pull = async (url, headers) => {
    const answer = await fetch(url, { headers })
    if (answer.redirected || answer.status === 401) return location.reload()
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const id of ['filters', 'rows', 'pages', 'queue-list', 'todo-body']) {
      const here = $(`#${id}`), there = $(`#${id}`, page)
      if (here && there && here.dataset.todo === there.dataset.todo) await swap(there.outerHTML, here, 'outerMorph')
    }
  }
  const refresh = () => {
    const open = $('#drawer[open] #todo-body')
    pull(location.href).catch(() => {})
    if (open) pull(`/todos/${encodeURIComponent(open.dataset.todo)}`, { 'HX-Request': 'true' }).catch(() => {})
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
    source.addEventListener('open', e => {
      if (!e.data) return
      before?.close()
      failures = 0
      clearInterval(poll)
      poll = 0
      lamp('live', 'live')
      if (missed) refresh()
      missed = false
    })
    source.addEventListener('row', e => element(e.data).forEach(row => show(row, false)))
    source.addEventListener('new', e => element(e.data).forEach(row => show(row, true)))
    source.addEventListener('piece', e => swap(e.data, document.body, 'none'))
    source.addEventListener('notice', e => notice(e.data))
    source.addEventListener('stale', () => setTimeout(refresh, Math.random() * 2000))
    source.onerror = () => {
      before?.close()
      missed = true
      lamp('reconnecting', 'wait')
      failures += 1
      // Nothing comes through: ask now and then, and try again.
      if (failures >= 3 || source.readyState === EventSource.CLOSED) {
        quiet()
        lamp('every 10 s', 'wait')
        if (poll) return
        poll = setInterval(() => { if (!document.hidden) { refresh(); if (!source) connect() } }, 10000)
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
    // A conflict brings pieces of the page.
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
    // The whole row opens its todo.
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
  // A notice stays for eight seconds.
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
