import { REFUND_STATUSES } from '#domain/payments/refunds.ts'
import { EmptyNotice, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { REFUND_COLUMNS, REVIEW_COLUMNS } from '#islands/admin/payments/payment-columns.tsx'
import { CloseRefundDialog } from '#islands/admin/payments/refund-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { refundLabel, refundStatus, refunds as text } from '#messages/admin/payments/refunds.ts'
import { decidedDisputes, openDisputes, refunds, reviews } from '#stores/admin/dashboard-lists.ts'
import { openCloseRefundDialog, sendRefundDialog } from '#stores/admin/payments/refunds.ts'
import { DisputesView } from './disputes-view.tsx'
import { DisputedRefundDialogs, SendRefundDialog } from './refund-dialogs.tsx'

const STATUSES = REFUND_STATUSES.map(status => ({ label: refundStatus(status), value: status }))

const LISTS = [openDisputes, decidedDisputes, reviews, refunds]

/** Refunds that need a decision by an admin. The provider does nothing more until then. */
function PendingReviews() {
  const listPage = useStore(reviews.$listPage)
  const { page } = useStore(reviews.$query)
  if (typeof listPage === 'object' && listPage.rows.length === 0 && page === 1)
    return <EmptyNotice title={text.nothingToReview}>{text.nothingToReviewText}</EmptyNotice>
  return (
    <ListPanel
      actions={refund => (
        <div className="flex flex-wrap gap-2 max-md:*:flex-1 @min-[62rem]/wide-table:flex-col">
          <Button
            aria-label={lists.actionOn(refundLabel(refund), refund.user_name)}
            onClick={() => sendRefundDialog.open(refund)}
            isSmall
          >
            {refundLabel(refund)}
          </Button>
          <Button
            aria-label={lists.actionOn(text.markRefunded, refund.user_name)}
            kind="secondary"
            onClick={() => openCloseRefundDialog(refund)}
            isSmall
          >
            {text.markRefunded}
          </Button>
        </div>
      )}
      caption={text.needsReview}
      columns={REVIEW_COLUMNS}
      empty={{ text: text.nothingToReviewText, title: text.nothingToReview }}
      getId={({ id }) => id}
      list={reviews}
      kind="wide"
    />
  )
}

/** Shows one error if all lists have failed. */
function PaymentsNotLoaded() {
  function retry() {
    for (const list of LISTS) list.retry()
  }
  return <ErrorState onRetry={retry} title={dashboard.dashboardLoadFailed} />
}

export function PaymentsView() {
  const pages = [useStore(openDisputes.$listPage), useStore(reviews.$listPage), useStore(refunds.$listPage)]
  if (pages.every(list => list === 'failed')) return <PaymentsNotLoaded />
  return (
    <>
      <DisputesView />
      <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{text.needsReview}</h2>
        <PendingReviews />
      </section>
      <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{text.all}</h2>
        <ListToolbar
          filters={[{ allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES }]}
          list={refunds}
          sorts={text.sorts}
        />
        <ListPanel
          caption={text.all}
          columns={REFUND_COLUMNS}
          empty={{ icon: 'refresh', text: text.emptyText, title: text.empty }}
          getId={({ id }) => id}
          list={refunds}
          kind="wide"
        />
      </section>
      <SendRefundDialog />
      <CloseRefundDialog />
      <DisputedRefundDialogs />
    </>
  )
}
