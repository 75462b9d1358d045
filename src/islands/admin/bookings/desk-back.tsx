import type { DeskBack } from '#contract/staff/today.ts'
import { RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as deskText from '#messages/admin/desk.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { deskBackDialog } from '#stores/admin/payments/booking-payments.ts'

const sentence = ({ amount, pay, rider_name }: DeskBack) => deskText.payBack(amount, rider_name, pay)

/** Once on a screen, below its lists. */
export function DeskBackQuestion() {
  const row = useStore(deskBackDialog.$row)
  return (
    <RowQuestion
      confirmLabel={row && deskText.paidBackShort(row.pay)}
      dialog={deskBackDialog}
      title={row ? deskText.paidBackQuestion(row.pay) : ''}
    >
      {row && <p className="numeric font-semibold wrap-anywhere">{sentence(row)}</p>}
      <p className="muted">{refundsText.list.markRefundedText}</p>
    </RowQuestion>
  )
}
