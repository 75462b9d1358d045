import type { RiderMessage } from '#contract/riders/admin-riders.ts'
import { timeOrDateText } from '#domain/time/dated-times.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Loading, SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useNow } from '#islands/ui/hooks/use-time.ts'
import { riderMessages as text } from '#messages/admin/riders.ts'
import * as labels from '#messages/labels.ts'
import { $messagedRider, $riderMessages, closeRiderMessages, openRiderMessages } from '#stores/admin/riders.ts'

function sentAt({ sent_at }: RiderMessage, now: Date): string {
  return sent_at ? timeOrDateText(parseInstant(sent_at), now) : ''
}

function MessageRow({ message, now }: { message: RiderMessage; now: Date }) {
  return (
    <li className="grid gap-0.5 py-2.5 wrap-anywhere">
      <p className="font-semibold">{message.subject ?? text.kind(message.kind)}</p>
      <p className="caption numeric">{text.channelAndState(message, sentAt(message, now))}</p>
      {message.error && <p className="caption">{message.error}</p>}
    </li>
  )
}

function MessageList({ messages, now }: { messages: readonly RiderMessage[]; now: Date }) {
  if (messages.length === 0) return <p className="muted">{text.empty}</p>
  return (
    <ul className="divide-y divide-line">
      {messages.map(message => (
        <MessageRow key={message.id} message={message} now={now} />
      ))}
    </ul>
  )
}

/** The latest messages to a rider, for an admin who helps that rider. */
export function RiderMessagesDialog() {
  const rider = useStore($messagedRider)
  const messages = useStore($riderMessages)
  const now = useNow(MINUTE_MS)
  return (
    <Modal onClose={closeRiderMessages} isOpen={rider !== null} title={text.title}>
      {rider && <p className="font-semibold wrap-anywhere">{rider.name}</p>}
      {messages === 'loading' && (
        <Loading label={text.loading}>
          <SkeletonBlock className="h-40 rounded-slot" />
        </Loading>
      )}
      {messages === 'failed' && rider && (
        <ErrorState onRetry={() => void openRiderMessages(rider)} title={text.failed} />
      )}
      {typeof messages === 'object' && now && <MessageList messages={messages} now={now} />}
      <div className="mt-3 grid md:justify-end">
        <Button kind="secondary" onClick={closeRiderMessages}>
          {labels.close}
        </Button>
      </div>
    </Modal>
  )
}
