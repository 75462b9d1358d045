import { rupeesText } from '#domain/money.ts'
import { IdText } from '#islands/admin/payments/payment-cells.tsx'
import { Panel, PanelSection } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ErrorNote, ErrorState, Loading, Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as booksText from '#messages/admin/books.ts'
import * as listsText from '#messages/admin/lists.ts'
import {
  $bookMonth,
  $isClosing,
  $openMonth,
  closeMonth,
  closingForm,
  leaveMonth,
  monthTitle,
  openMonth,
  retryMonth,
  type ShownBookMonth
} from '#stores/admin/overview/book-month.ts'
import { isLoaded } from '#stores/kit/requests.ts'

type List = ShownBookMonth['lists'][number]

/** A label or an id, and the amount at its right. */
const LINE = 'flex flex-wrap items-baseline gap-x-4 *:last:ml-auto'

function Figures({ figures }: Pick<ShownBookMonth, 'figures'>) {
  return (
    <dl className="numeric grid gap-1.5 empty:hidden">
      {figures.map(([label, amount]) => (
        <div className={`${LINE} last:border-t last:border-line last:pt-1.5 last:font-semibold`} key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Settlements({ settlements }: Pick<ShownBookMonth, 'settlements'>) {
  if (settlements.length === 0) return null
  return (
    <PanelSection title={booksText.transfers}>
      <ul className="grid gap-2">
        {settlements.map(({ amount, day, id, utr }) => (
          <li key={id}>
            <p className={`numeric ${LINE}`}>
              <span>{day}</span>
              <span className="font-semibold">{amount}</span>
            </p>
            {utr ? <IdText id={utr} /> : <p className="caption">{booksText.noUtr}</p>}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function Differences({ list: { count, rows, sum, title } }: { list: List }) {
  return (
    <PanelSection title={title}>
      <ul className="grid gap-2">
        {rows.map(({ amount, id, is_refund }) => (
          <li key={`${id} ${is_refund}`}>
            <p className={`numeric ${LINE}`}>
              <span>{is_refund ? booksText.ofRefund : booksText.ofPayment}</span>
              <span className="font-semibold">{rupeesText(Math.abs(amount))}</span>
            </p>
            <IdText id={id} />
          </li>
        ))}
      </ul>
      {count > 1 && <p className="numeric font-semibold">{booksText.sumText(sum)}</p>}
      {count > rows.length && <p className="caption numeric">{booksText.firstOf(rows.length, count)}</p>}
    </PanelSection>
  )
}

function CloseForm({ differs, month }: ShownBookMonth) {
  const note = useFormField(closingForm, 'note')
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div ref={focusFallback}>
      <Form className="grid gap-3" form={closingForm} onSubmit={closeMonth}>
        {differs && <TextField {...note} autoComplete="off" label={booksText.note} required />}
        <p className="muted">{booksText.closeText}</p>
        <Button busyLabel={booksText.closing} isBusy={useStore($isClosing)} isWide type="submit">
          {booksText.close(month)}
        </Button>
      </Form>
    </div>
  )
}

function Closing({ shown }: { shown: ShownBookMonth }) {
  const refusal = useStore(closingForm.$formError)
  const { canClose, closed, note, openBecause } = shown
  return (
    <section className="grid gap-3 border-t border-line pt-4" tabIndex={-1}>
      <p className="font-semibold empty:hidden" role="status">
        {closed}
      </p>
      {note && <p className="wrap-anywhere">{listsText.inQuotes(note)}</p>}
      {refusal ? <ErrorNote>{refusal}</ErrorNote> : openBecause && <p className="muted">{openBecause}</p>}
      {canClose && <CloseForm {...shown} />}
    </section>
  )
}

function Month({ shown }: { shown: ShownBookMonth }) {
  const { asOf, comparison, differs, lists, testMode } = shown
  return (
    <>
      {testMode && <Note kind="info">{testMode}</Note>}
      {comparison && <Note kind={differs ? 'warning' : 'info'}>{comparison}</Note>}
      <Figures {...shown} />
      {asOf && <p className="caption numeric">{asOf}</p>}
      {lists.map(list => (
        <Differences key={list.title} list={list} />
      ))}
      <Settlements {...shown} />
      <Closing shown={shown} />
    </>
  )
}

export const actions = { openMonth }

export function Dialogs() {
  const month = useStore($openMonth)
  const shown = useStore($bookMonth)
  if (month === null) return null
  return (
    <Panel key={month} onClose={leaveMonth} title={monthTitle(month)}>
      <div className="grid gap-4">
        {shown === 'loading' && (
          <Loading label={booksText.monthLoading}>
            <SkeletonBlock className="h-12 rounded-slot" />
            <SkeletonBlock className="h-48 rounded-slot" />
          </Loading>
        )}
        {shown === 'failed' && <ErrorState onRetry={() => void retryMonth()} title={booksText.monthLoadFailed} />}
        {isLoaded(shown) && <Month shown={shown} />}
      </div>
    </Panel>
  )
}
