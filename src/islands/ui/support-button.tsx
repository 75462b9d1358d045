import { useStore } from '@nanostores/react'
import { askSupport, contactSupport, support } from '#messages/common.ts'
import { $supportScooter } from '#stores/support.ts'
import { Icon } from './icon.tsx'

/** Opens a chat with support in a new tab, begun for the rider; without a number there is no button. */
export function SupportButton({ phone }: { phone: string | undefined }) {
  const scooter = useStore($supportScooter)
  const digits = phone?.replace(/\D/g, '')
  if (!digits) return null
  return (
    <aside aria-label={support}>
      <a
        aria-label={contactSupport}
        className="support"
        href={`https://wa.me/${digits}?text=${encodeURIComponent(askSupport(scooter))}`}
        rel="noopener"
        target="_blank"
        title={contactSupport}
      >
        <Icon name="chat" size="l" />
      </a>
    </aside>
  )
}
