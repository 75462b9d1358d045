import type { BookingBlock } from '#domain/riders/licence.ts'
import { LICENCE_PATH } from '#domain/routes.ts'
import { supportRequest } from '#messages/app-shell.ts'
import { BLOCK_TEXTS, openProfile } from '#messages/booking/booking-block.ts'
import { chatWithSupport } from '#messages/labels.ts'
import { supportChatUrl } from '#stores/app/support.ts'
import { Note } from './note.tsx'

interface BookingBlockNoteProps {
  block: BookingBlock | null
  /** The property's own number of support. */
  supportPhone: string | null | undefined
}

/** Why the rider may not book, and where to do something about it. */
export function BookingBlockNote({ block, supportPhone }: BookingBlockNoteProps) {
  if (block === null) return null
  const chat = block === 'rider_suspended' && supportChatUrl(supportRequest(null), supportPhone)
  return (
    <Note kind="warning">
      <p>{BLOCK_TEXTS[block]}</p>
      {(block === 'license_rejected' || block === 'license_expired') && (
        <a className="link" href={LICENCE_PATH}>
          {openProfile}
        </a>
      )}
      {chat && (
        <a className="link" href={chat} rel="noopener" target="_blank">
          {chatWithSupport}
        </a>
      )}
    </Note>
  )
}
