/** What toasts must not cover. */
const KEEP_VISIBLE = '.btn-primary, [data-support], :focus-visible'
const STEP_PX = 8

interface Span {
  bottom: number
  top: number
}

/** Where elements to keep visible stand behind or above the column of the toasts. */
function spansToKeep(toaster: HTMLElement): Span[] {
  const column = toaster.getBoundingClientRect()
  return [...document.querySelectorAll(KEEP_VISIBLE)]
    .filter(element => !toaster.contains(element))
    .map(element => element.getBoundingClientRect())
    .filter(({ height, left, right }) => height > 0 && left < column.right && right > column.left)
}

/** Moves the toasts up to the lowest place of the screen's lower half where they cover no primary button. */
function placeToasts(toaster: HTMLElement): void {
  const toasts = [...toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"])')]
  if (toasts.length === 0) return
  toaster.style.translate = ''
  const { bottom } = toaster.getBoundingClientRect()
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + STEP_PX, 0)
  const buttonSpans = spansToKeep(toaster)
  const covers = (rise: number) =>
    buttonSpans.some(span => span.top < bottom - rise && span.bottom > bottom - rise - height)
  for (let rise = 0; bottom - rise > innerHeight / 2; rise += STEP_PX) {
    if (covers(rise)) continue
    toaster.style.translate = `0 ${-rise}px`
    return
  }
}

/** Keeps the toasts in this region off the page's primary buttons, also while the page scrolls. */
export function keepOffButtons(region: HTMLElement): void {
  const position = () => {
    const toaster = region.querySelector('ol')
    if (toaster) placeToasts(toaster)
  }
  const attributeFilter = ['data-mounted', 'data-removed']
  new MutationObserver(position).observe(region, { attributeFilter, childList: true, subtree: true })
  addEventListener('scroll', position, { capture: true, passive: true })
  addEventListener('resize', position)
}
