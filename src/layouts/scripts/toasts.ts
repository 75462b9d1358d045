import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { $toasts, showStoredToasts } from '#stores/app/toasts.ts'

// The toast region. The code that renders toasts loads with the first one.

const region = document.querySelector<HTMLElement>('[data-toasts]')

/** Moves the region into the top layer, above a dialog that opened meanwhile, whose backdrop would cover it. */
function showOnTop(element: HTMLElement): void {
  if (!('showPopover' in element)) return
  if (element.matches(':popover-open')) {
    if (!document.querySelector('dialog:modal')) return
    element.hidePopover()
  }
  element.showPopover()
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
  showOnTop(element)
  $toasts.subscribe(waiting => {
    if (waiting.length === 0) return
    showOnTop(element)
    if (isLoading) return
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
