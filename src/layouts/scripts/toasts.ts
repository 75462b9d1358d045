import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { $toasts, showStoredToasts } from '#stores/app/toasts.ts'

// The toast region. The code that renders toasts loads with the first one.

const region = document.querySelector<HTMLElement>('[data-toasts]')

/**
 * Moves the region into the modal dialog that is open, because such a dialog makes the rest of the page inert, and into
 * the top layer, above the dialog's backdrop. A dialog that opens above another one is later in the page.
 */
function showOnTop(element: HTMLElement): void {
  if (!('showPopover' in element)) return
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (element.parentElement !== top) top.append(element)
  if (!element.matches(':popover-open')) element.showPopover()
}

const loadToasts = () => import('#islands/ui/feedback/toasts.tsx')

/** Fallback if the code that renders toasts fails to load: shows the same messages as plain elements. */
function showFallbackToasts(element: HTMLElement): void {
  const list = element.appendChild(document.createElement('div'))
  list.className = 'fallback-toasts'
  let timer: ReturnType<typeof setTimeout> | undefined
  $toasts.subscribe(waiting => {
    const sentences = [...new Set(waiting.map(({ sentence }) => sentence))].slice(-TOASTS_VISIBLE)
    list.replaceChildren(
      ...sentences.map(textContent => Object.assign(document.createElement('p'), { className: 'toast', textContent }))
    )
    clearTimeout(timer)
    if (sentences.length > 0) timer = setTimeout(() => $toasts.set([]), TOAST_MS)
  })
}

function initToastRegion(element: HTMLElement): void {
  let isLoading = false
  const keepOnTop = () => showOnTop(element)
  keepOnTop()
  // Also takes the region back when its dialog closes or is removed.
  new MutationObserver(keepOnTop).observe(document.body, { attributeFilter: ['open'], childList: true, subtree: true })
  $toasts.subscribe(waiting => {
    if (waiting.length === 0 || isLoading) return
    isLoading = true
    void loadToasts().then(
      ({ renderToasts }) => renderToasts(element),
      (error: unknown) => {
        console.error(error)
        showFallbackToasts(element)
      }
    )
  })
  showStoredToasts()
}

if (region) initToastRegion(region)
