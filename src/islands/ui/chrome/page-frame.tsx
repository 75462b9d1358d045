import { Icon } from '#islands/ui/art/icon.tsx'
import { contactSupport, offline, support, supportRequest } from '#messages/app-shell.ts'
import { type SupportScooter, supportChatUrl } from '#stores/app/support.ts'

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

/** Opens a prefilled support chat in a new tab. Without a support number, it renders nothing. */
export function SupportButton({ scooter }: { scooter?: SupportScooter | undefined }) {
  const chat = supportChatUrl(supportRequest(scooter?.name ?? null), scooter?.support_phone)
  if (!chat) return null
  return (
    <aside aria-label={support}>
      <a
        aria-label={contactSupport}
        className="support"
        data-support=""
        href={chat}
        rel="noopener"
        target="_blank"
        title={contactSupport}
      >
        <Icon name="chat" size="l" />
      </a>
    </aside>
  )
}
