import { offline } from '#messages/app-shell.ts'

/** Shown while the device is offline (see layouts/scripts/app-shell.ts), unless the page says so itself. */
export function OfflineNote() {
  return (
    <div className="offline-note" role="status">
      <p data-offline-note="" hidden>
        {offline}
      </p>
    </div>
  )
}

/**
 * The live region for toasts (see layouts/scripts/toasts.ts). Every page contains it from the start, because screen
 * readers only announce changes in a region that they already know.
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
