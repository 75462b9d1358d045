import type { RiderMessage } from '#contract/riders/admin-riders.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { timeOrDateText } from '#domain/time/time-texts.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Modal, ModalClose } from '#islands/ui/feedback/modal.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as ridersText from '#messages/admin/riders.ts'
import { $messagedRider, $riderMessages, closeRiderMessages, openRiderMessages } from '#stores/admin/riders/riders.ts'
import { isLoaded } from '#stores/kit/requests.ts'

export function RiderMessagesDialog() {
  const rider = useStore($messagedRider)
  const messages = useStore($riderMessages)
  const now = useNow(MINUTE_MS)
  return (
    <Modal onClose={closeRiderMessages} isOpen={rider !== null} title={ridersText.riderMessages.title}>
      {rider && <p className="font-semibold wrap-anywhere">{rider.name}</p>}
      {messages === 'loading' && <Loading label={ridersText.riderMessages.loading} skeleton="h-40 rounded-slot" />}
      {messages === 'failed' && rider && (
        <ErrorState onRetry={() => void openRiderMessages(rider)} title={ridersText.riderMessages.failed} />
      )}
      {isLoaded(messages) && now && <MessageList messages={messages} now={now} />}
      <ModalClose onClose={closeRiderMessages} />
    </Modal>
  )
}

function MessageList({ messages, now }: { messages: readonly RiderMessage[]; now: Date }) {
  if (messages.length === 0) return <p className="muted">{ridersText.riderMessages.empty}</p>
  const sentAt = ({ sent_at }: RiderMessage) => (sent_at ? timeOrDateText(parseInstant(sent_at), now) : '')
  return (
    <ul className="divide-y divide-line">
      {messages.map(message => (
        <li className="grid gap-0.5 py-2.5 wrap-anywhere" key={message.id}>
          <p className="font-semibold">{message.subject ?? ridersText.riderMessages.kind(message.kind)}</p>
          <p className="caption numeric">{ridersText.riderMessages.channelAndState(message, sentAt(message))}</p>
          {message.error && <p className="caption">{message.error}</p>}
        </li>
      ))}
    </ul>
  )
}
