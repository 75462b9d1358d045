import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import { paymentReference, paymentSupportRequest } from '#messages/payments/payments.ts'
import { supportChatUrl } from '#stores/app/support.ts'
import { $paymentError } from '#stores/payment/payment-notices.ts'

/** A payment may have been taken, so the message and its payment id stay after the toast. */
export function PaymentErrorNote() {
  const error = useStore($paymentError)
  if (error === null) return null
  const chat = supportChatUrl(paymentSupportRequest(error.payment_id), error.supportPhone)
  return (
    <Note kind="error" role="alert">
      <p className="font-semibold">{error.sentence}</p>
      <p className="numeric [overflow-wrap:anywhere]">{paymentReference(error.payment_id)}</p>
      {chat && (
        <a className="link" href={chat} rel="noopener" target="_blank">
          {labels.chatWithSupport}
        </a>
      )}
    </Note>
  )
}
