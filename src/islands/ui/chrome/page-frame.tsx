import { BRAND_NAME } from '#domain/brand/brand.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import * as appShellText from '#messages/app-shell.ts'
import { type SupportScooter, supportChatUrl } from '#stores/app/support.ts'

interface PageFootProps {
  /** The scooter that the page is about, for support. */
  scooter?: SupportScooter | undefined
}

/**
 * Ends every page and stays at the bottom of the window: the support button, and below it the offline note, unless the
 * page says so itself (see layouts/scripts/app-shell.ts).
 */
export function PageFoot({ scooter }: PageFootProps) {
  return (
    <aside aria-label={appShellText.support} className="page-foot">
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
function SupportButton({ scooter }: PageFootProps) {
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

/** The logo and the name; both inherit their colours. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-[750] tracking-[-.015em]">
      <svg aria-hidden="true" className="size-[34px] flex-none" viewBox="0 0 34 34">
        <rect className="fill-accent" height="34" rx="8" width="34" />
        <g className="fill-none stroke-on-accent" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.6">
          <path d="M19 9h4l3.2 12.5" />
          <path d="M8 17.5h6.5l2 4.5h5l3-4" />
          <circle cx="10" cy="23.5" r="2.6" />
          <circle cx="26" cy="23.5" r="2.6" />
        </g>
      </svg>
      <span className="brand-name @max-[13rem]:sr-only">{BRAND_NAME}</span>
    </span>
  )
}
