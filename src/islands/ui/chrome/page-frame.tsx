import { Icon } from '#islands/ui/art/icon.tsx'
import * as appShellText from '#messages/app-shell.ts'
import { type SupportScooter, supportChatUrl } from '#stores/app/support.ts'

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

interface PageStripProps {
  /** The scooter that the page is about, for support. */
  scooter?: SupportScooter | undefined
}

/**
 * The strip that ends every page and stays at the bottom of the window: the offline note, unless the page says so
 * itself, and the support button (see layouts/scripts/app-shell.ts).
 */
export function PageStrip({ scooter }: PageStripProps) {
  return (
    <aside aria-label={appShellText.support} className="page-strip">
      <div className="offline-note" role="status">
        <p data-offline-note="" hidden>
          {appShellText.offline}
        </p>
      </div>
      <SupportButton scooter={scooter} />
    </aside>
  )
}

/** Opens a prefilled support chat in a new tab. Without a support number, it renders nothing. */
function SupportButton({ scooter }: PageStripProps) {
  const chat = supportChatUrl(appShellText.supportRequest(scooter?.name ?? null), scooter?.support_phone)
  if (!chat) return null
  return (
    <a
      aria-label={appShellText.contactSupport}
      className="support"
      data-support=""
      href={chat}
      rel="noopener"
      target="_blank"
      title={appShellText.contactSupport}
    >
      <Icon name="chat" size="l" />
    </a>
  )
}
