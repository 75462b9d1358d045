import { RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import * as deskText from '#messages/admin/desk.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { deskRefundDialog } from '#stores/admin/payments/booking-payments.ts'

/** Asks before a refund counts as paid back at the desk. Once on a screen, below its lists. */
export function DeskRefundQuestion() {
  return (
    <RowQuestion
      confirmLabel={({ pay }) => deskText.paidBackShort(pay)}
      dialog={deskRefundDialog}
      title={({ pay }) => deskText.paidBackQuestion(pay)}
    >
      {({ amount, pay, rider_name }) => (
        <>
          <p className="numeric font-semibold wrap-anywhere">{deskText.payBack(amount, rider_name, pay)}</p>
          <p className="muted">{refundsText.list.markRefundedText}</p>
        </>
      )}
    </RowQuestion>
  )
}
