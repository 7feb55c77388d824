// Theme, clocks, keys, the drawer, and what the server sends.
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
  const parse = html => new DOMParser().parseFromString(html, 'text/html')
  const rowOf = id => document.getElementById(`row-${id}`)
  const opened = () => $('#drawer[open] #todo-body')
  const notice = html => $('#notices').insertAdjacentHTML('beforeend', html)

  // Bring pieces of the page up to date. The drawer neither opens nor takes the focus.
  const pull = async (url, headers) => {
    const answer = await fetch(url, { headers }).catch(() => 0)
    if (answer.redirected) location.reload()
    if (!answer.ok) return
    const page = parse(await answer.text())
    for (const id of ['filters', 'rows', 'pages', 'queue-list', 'todo-body']) {
      const here = $(`#${id}`), there = $(`#${id}`, page)
      if (here && there && here.dataset.todo === there.dataset.todo) await swap(there.outerHTML, here, 'outerMorph')
    }
  }
  const refresh = () => {
    pull(location.href)
    if (opened()) pull(`/todos/${encodeURIComponent(opened().dataset.todo)}`, { 'HX-Request': 'true' })
  }
  const show = async (row, isNew) => {
    const id = row.dataset.row, known = rowOf(id), rows = $('#rows')
    if (known) await swap(row.outerHTML, known, 'outerMorph')
    else if (isNew && rows) {
      const next = [...rows.children].find(r => r.dataset.at <= row.dataset.at)
      // Older than all that are here: it is on a later page, unless there is none.
      if (!next && $('.pages [rel=next]')) return
      rows.insertBefore(row, next || null)
      window.htmx.process(row)
    }
    rowOf(id)?.classList.add('changed')
  }

  // The newest stream is the page's; the others hear until it does. What shows was read at `since`.
  let streams = [], since = 0, poll = 0, failures = 0, missed = false
  const lamp = (textContent, className) => Object.assign($('#lamp'), { textContent, className })
  const end = number => streams.splice(0, number).forEach(stream => stream.close())
  const quiet = () => { end(Infinity); missed = true }
  const connect = () => {
    const page = document.body.dataset
    if (!page.page || document.hidden) return quiet()
    const stream = new EventSource(`/events?${new URLSearchParams({ ...page, ...opened()?.dataset, since })}`)
    streams.push(stream)
    const hear = (name, act) => stream.addEventListener(name, e => act(e.data))
    hear('open', data => {
      if (!data) return
      end(streams.indexOf(stream))
      clearInterval(poll)
      failures = since = poll = 0
      lamp('live', 'live')
      if (missed) refresh()
      missed = false
    })
    for (const name of ['row', 'new']) hear(name, data => [...parse(data).body.children].forEach(row => show(row, name === 'new')))
    hear('piece', data => swap(data, document.body, 'none'))
    hear('notice', notice)
    hear('stale', () => setTimeout(refresh, Math.random() * 2000))
    stream.onerror = () => {
      end(streams.indexOf(stream))
      missed = true
      lamp('reconnecting', 'wait')
      // Nothing comes through: ask now and then, and try again.
      if (++failures >= 3 || stream.readyState === 2) {
        quiet()
        lamp('every 10 s', 'wait')
        if (poll) return
        poll = setInterval(() => { if (!document.hidden) { refresh(); streams[0] || connect() } }, 10000)
        refresh()
      }
    }
  }

  const close = () => {
    if (!opened()) return
    const row = rowOf(opened().dataset.todo)
    $('#drawer').close()
    $(row ? 'a' : '#q', row || document).focus()
    connect()
  }

  let held
  on('htmx:before:swap', () => { held = document.activeElement.closest('.row, #todo-body') || held })
  on('htmx:after:swap', e => {
    const { target, sourceElement: by, response } = e.detail.ctx
    // What was sent is no draft any more.
    if (response?.status === 200 && by.dataset.reset) $(by.dataset.reset)?.reset()
    if (target?.id === 'drawer-body') {
      $('#drawer').show()
      since = $('#drawer-body').dataset.now
      if (!document.activeElement.closest('#drawer')) $('.close').focus()
      connect()
    }
    // What had the focus is gone.
    if (held && document.activeElement === document.body) ($('.what a, .actions button', held) || $('.close'))?.focus()
    held = null
    tick()
  })
  const failed = '<p class="notice bad">The server did not answer. Try again.</p>'
  on('htmx:error', e => e.detail.ctx && notice(failed))
  on('htmx:response:error', e => {
    const ctx = e.detail.ctx
    if (ctx.response.status === 401) location.reload()
    // A conflict brings pieces of the page.
    if (ctx.response.status !== 409) { ctx.swap = 'none'; notice(ctx.text.startsWith('<p') ? ctx.text : failed) }
  })
  on('click', e => {
    const target = e.target
    if (target.closest('.close')) return close()
    if (target.closest('#theme')) store.theme = root.dataset.theme = getComputedStyle(root).colorScheme === 'dark' ? 'light' : 'dark'
    const copy = target.closest('[data-copy]')
    if (copy) navigator.clipboard?.writeText($(`#${copy.dataset.copy}`).textContent).then(() => { copy.textContent = 'Copied' })
    // The whole row opens its todo.
    const row = target.closest('.row')
    if (row && !target.closest('a, button, input')) $('a', row).click()
  })
  on('keydown', e => {
    const { key, target } = e, here = target.closest('.row') || rowOf(opened()?.dataset.todo)
    if (key === 'Escape') return $('#keys')?.open || close()
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest('input:not([type=checkbox]), textarea, select')) return
    if (key === '/' && $('#q')) { e.preventDefault(); $('#q').focus() }
    if (key === '?') $('#keys').showModal()
    // On a checkbox it would send the form.
    if (key === 'Enter' && target.type === 'checkbox') e.preventDefault()
    if (key === 'j' || key === 'k') {
      const rows = $$('.row'), to = here ? rows.indexOf(here) + (key === 'j' ? 1 : -1) : 0
      rows[to]?.querySelector('a').focus()
    }
  })
  // Of a row that changed, or of a notice that has been there long enough.
  on('animationend', e => e.animationName === 'stay' ? e.target.remove() : e.target.classList.remove('changed'))
  on('visibilitychange', connect)
  on('DOMContentLoaded', () => {
    since = document.body.dataset.now || 0
    skew = since && since - Date.now()
    tick()
    setInterval(() => {
      tick()
      // One that is open all day goes back to a page of rows.
      if ($('.row:nth-child(201)') && !$('.row :checked')) refresh()
    }, 1000)
    connect()
  })
})()
