import { rupeesText } from '#domain/money.ts'
import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { supportChatUrl } from '#stores/app/support.ts'
import { $paymentError, $priceConfirmation } from '#stores/payment/payment-notices.ts'

/** Shown if the order's price differs from the displayed price. Checkout opens only after the rider agrees. */
export function PriceChangeDialog() {
  const confirmation = useStore($priceConfirmation)
  return (
    <ConfirmDialog
      confirmLabel={confirmation ? paymentsText.payAmount(confirmation.orderPrice) : ''}
      onCancel={() => confirmation?.resolve(false)}
      onConfirm={() => confirmation?.resolve(true)}
      isOpen={confirmation !== null}
      title={paymentsText.priceChanged}
    >
      {confirmation && (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="muted">{paymentsText.previousPrice}</dt>
          <dd className="numeric text-right font-semibold">{rupeesText(confirmation.shownPrice)}</dd>
          <dt className="muted">{paymentsText.newPrice}</dt>
          <dd className="numeric text-right font-semibold">{rupeesText(confirmation.orderPrice)}</dd>
        </dl>
      )}
    </ConfirmDialog>
  )
}

/** A payment may have been taken, so the message and its payment id stay after the toast. */
export function PaymentErrorNote() {
  const error = useStore($paymentError)
  if (error === null) return null
  const chat = supportChatUrl(paymentsText.paymentSupportRequest(error.payment_id), error.supportPhone)
  return (
    <Note kind="error" role="alert">
      <p className="font-semibold">{error.sentence}</p>
      <p className="numeric [overflow-wrap:anywhere]">{paymentsText.paymentReference(error.payment_id)}</p>
      {chat && (
        <a className="link" href={chat} rel="noopener" target="_blank">
          {commonText.chatWithSupport}
        </a>
      )}
    </Note>
  )
}
