import { lazyPart } from '#client/device/lazy-part.ts'
import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { $toasts, showStoredToasts, type Toast } from '#stores/app/toasts.ts'

// The toast region. The code that renders toasts loads with the first one.

const region = document.querySelector<HTMLElement>('[data-toasts]')

/**
 * Moves the region into the modal dialog that is open, because such a dialog makes the rest of the page inert, and, as a
 * popover, above the dialog's backdrop. A dialog that opens above another one is later in the page. While one is open,
 * the page behind it does not scroll: Firefox 115 has no `:has()` for it.
 */
function showOnTop(element: HTMLElement): void {
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  document.documentElement.dataset.modal = dialogs.map(({ className }) => className).join(' ')
  const top = dialogs.at(-1) ?? document.body
  if (element.parentElement !== top) top.append(element)
  // Chrome has popovers since 114.
  if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
}

const rendering = lazyPart(() => import('#islands/ui/feedback/toasts.tsx'))

/** The first toast may say that the connection stands still, and then its code does not come either. */
const LOAD_MAX_MS = 3 * SECOND_MS

function plainToast({ action, sentence }: Toast): HTMLElement {
  const element = Object.assign(document.createElement('p'), { className: 'toast', textContent: sentence })
  if (action) {
    const press = { className: 'link ms-3', onclick: action.onPress, textContent: action.label, type: 'button' }
    element.append(Object.assign(document.createElement('button'), press))
  }
  return element
}

/**
 * Until the code that renders toasts has loaded: shows the same messages as plain elements. Returns a function that
 * ends it.
 */
function showFallbackToasts(element: HTMLElement): () => void {
  const list = element.appendChild(document.createElement('div'))
  list.className = 'fallback-toasts'
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = $toasts.subscribe(waiting => {
    const bySentence = new Map(waiting.map(toast => [toast.sentence, toast]))
    list.replaceChildren(...[...bySentence.values()].slice(-TOASTS_VISIBLE).map(plainToast))
    clearTimeout(timer)
    if (waiting.some(({ action }) => !action))
      timer = setTimeout(() => $toasts.set($toasts.get().filter(({ action }) => action)), TOAST_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
    list.remove()
  }
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
    let stopFallback: (() => void) | undefined
    const showFallback = () => {
      stopFallback ??= showFallbackToasts(element)
    }
    const timer = setTimeout(showFallback, LOAD_MAX_MS)
    void rendering.load().then(
      ({ renderToasts }) => {
        clearTimeout(timer)
        stopFallback?.()
        renderToasts(element)
      },
      (error: unknown) => {
        console.error(error)
        clearTimeout(timer)
        showFallback()
      }
    )
  })
  showStoredToasts()
}

if (region) initToastRegion(region)
