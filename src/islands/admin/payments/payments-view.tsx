import { REFUND_STATUSES } from '#domain/refunds.ts'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { NothingToDo } from '#islands/admin/list/nothing-to-do.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { payments as text } from '#messages/portal.ts'
import { decidedDisputes, openDisputes } from '#stores/admin/bookings/dispute-lists.ts'
import { refunds, reviews } from '#stores/admin/bookings/refund-lists.ts'
import { askToClose, sending } from '#stores/admin/bookings/refunds.ts'
import { DisputesView } from './disputes-view.tsx'
import { REFUNDS, REVIEWS } from './refund-columns.tsx'
import { CloseQuestion, DisputedQuestions, SendQuestion } from './refund-questions.tsx'

const STATUSES = REFUND_STATUSES.map(status => ({ label: portal.refundStatus(status), value: status }))

const LISTS = [openDisputes, decidedDisputes, reviews, refunds]

/** What waits for a person; the provider has no more to do with it until somebody decides. */
function Reviews() {
  const drawn = useStore(reviews.$drawn)
  const { page } = useStore(reviews.$wish)
  if (typeof drawn === 'object' && drawn.rows.length === 0 && page === 1)
    return <NothingToDo title={text.nothingNeedsYou}>{text.nothingNeedsYouText}</NothingToDo>
  return (
    <ListPanel
      actions={refund => (
        <div className="flex flex-wrap gap-2 max-md:*:flex-1 @min-[62rem]/wordy:flex-col">
          <Button
            aria-label={portal.named(portal.refundText(refund), refund.user_name)}
            onClick={() => sending.ask(refund)}
            small
          >
            {portal.refundText(refund)}
          </Button>
          <Button
            aria-label={portal.named(text.close, refund.user_name)}
            kind="secondary"
            onClick={() => askToClose(refund)}
            small
          >
            {text.close}
          </Button>
        </div>
      )}
      caption={text.needsYou}
      columns={REVIEWS}
      empty={{ text: text.nothingNeedsYouText, title: text.nothingNeedsYou }}
      idOf={({ payment_id }) => payment_id}
      listing={reviews}
      wordy
    />
  )
}

/** One failure of all lists is told once. */
function Failed() {
  function retry() {
    for (const list of LISTS) list.retry()
  }
  return <ErrorState retry={retry} title={portal.dashboardLoadFailed} />
}

export function PaymentsView() {
  const drawn = [useStore(openDisputes.$drawn), useStore(reviews.$drawn), useStore(refunds.$drawn)]
  if (drawn.every(list => list === 'failed')) return <Failed />
  return (
    <>
      <DisputesView />
      <section className="grid min-w-0 gap-3">
        <h2>{text.needsYou}</h2>
        <Reviews />
      </section>
      <section className="grid min-w-0 gap-3">
        <h2>{text.all}</h2>
        <ListToolbar
          filters={[{ all: portal.allStatuses, label: text.status, name: 'status', options: STATUSES }]}
          listing={refunds}
          sorts={text.sorts}
        />
        <ListPanel
          caption={text.all}
          columns={REFUNDS}
          empty={{ icon: 'refresh', text: text.emptyText, title: text.empty }}
          idOf={({ payment_id }) => payment_id}
          listing={refunds}
          wordy
        />
      </section>
      <SendQuestion />
      <CloseQuestion />
      <DisputedQuestions />
    </>
  )
}
