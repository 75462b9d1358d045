import { Icon } from '#islands/ui/art/icon.tsx'
import { contactSupport, support, supportRequest } from '#messages/app-shell.ts'
import { type SupportScooter, supportChatUrl } from '#stores/app/support.ts'

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
