/**
 * Where toasts are said (layouts/toasts.ts). It is in every page from the start, as a screen reader must know it before
 * something is said in it.
 */
export function ToastRegion() {
  return (
    <div
      aria-atomic="false"
      aria-live="polite"
      aria-relevant="additions"
      className="toast-region"
      data-toasts=""
      popover="manual"
      role="status"
    />
  )
}
