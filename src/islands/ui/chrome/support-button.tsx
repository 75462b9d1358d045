import { Icon } from '#islands/ui/art/icon.tsx'
import { askSupport, contactSupport, support } from '#messages/common.ts'
import { supportChat } from '#stores/app/support.ts'

/** Opens a chat with support in a new tab, begun for the rider; without a number there is no button. */
export function SupportButton({ about = null }: { about?: string | null }) {
  const chat = supportChat(askSupport(about))
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
