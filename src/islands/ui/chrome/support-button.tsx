import { Icon } from '#islands/ui/art/icon.tsx'
import { contactSupport, support, supportRequest } from '#messages/support.ts'
import { supportChatUrl } from '#stores/app/support.ts'

/** Opens a prefilled support chat in a new tab. Without a support number, it renders nothing. */
export function SupportButton({ scooterName = null }: { scooterName?: string | null }) {
  const chat = supportChatUrl(supportRequest(scooterName))
  if (chat === null) return null
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
