import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/receipts/months.ts'
import { rupeesText } from '#domain/money.ts'
import { dayOf, monthText, parseInstant } from '#domain/time/india-time.ts'
import { dayOrDateText, timeOrWeekdayText } from '#domain/time/time-texts.ts'
import * as booksText from '#messages/admin/books.ts'
import { toastOnFailure } from '#stores/admin/dashboard-lists.ts'
import { createRowFields } from '#stores/admin/list/row-dialogs.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import {
  isLoaded,
  isOutdated,
  type Loadable,
  latestOnly,
  loadLatest,
  onRefusal,
  showFailures,
  whileBusy
} from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { books, chargedAmounts, closedText } from './books.ts'

// A month of the books beside what the provider has paid out, and its closing.

/** The month in the panel; null while it is closed. */
export const $openMonth = atom<string | null>(null)
const $loaded = atom<Loadable<contract.MonthBooks>>('loading')

const LISTS = ['unknown', 'missing', 'without_note'] as const

function toShown(month: contract.MonthBooks) {
  const { as_of, closed_at, difference, is_known, is_test, lists, note, open_because } = month
  const now = currentTime()
  // They add up to the last one.
  const amounts: readonly (readonly [label: string, rupees: number])[] = [
    [booksText.figures.received_online, month.received],
    [booksText.figures.given_back, -month.refunded],
    ...chargedAmounts(month.charged, month.charged_tax).map(([label, rupees]) => [label, -rupees] as const),
    [booksText.figures.other, month.other],
    [booksText.figures.arrived, month.arrived]
  ]
  return {
    asOf: as_of ? booksText.payoutsAsOf(timeOrWeekdayText(parseInstant(as_of), now)) : null,
    canClose: !(closed_at || open_because),
    closed: closed_at ? closedText(closed_at) : null,
    /** Null if nothing can be compared. */
    comparison: is_known ? (difference === 0 ? booksText.agree : booksText.differ(difference)) : null,
    differs: difference !== 0,
    figures: is_known ? amounts.map(([label, rupees]) => [label, rupeesText(rupees)] as const) : [],
    lists: LISTS.map(name => ({ ...lists[name], title: booksText.lists[name] })).filter(({ count }) => count > 0),
    month: month.month,
    note: note ?? null,
    openBecause: open_because ?? null,
    settlements: month.settlements.map(({ amount, id, settled_at, utr }) => ({
      amount: rupeesText(amount),
      day: dayOrDateText(dayOf(parseInstant(settled_at)), dayOf(now)),
      id,
      utr: utr ?? null
    })),
    testMode: is_test ? booksText.testMode : null
  }
}
export type ShownBookMonth = ReturnType<typeof toShown>

export const $bookMonth = computed($loaded, loaded => (isLoaded(loaded) ? toShown(loaded) : loaded))

export const monthTitle = (month: string) => monthText(`${month}-01`)

const beginRequest = latestOnly()

/** The previous data stays on screen until the response arrives. */
async function load(month: string): Promise<void> {
  const request = call(contract.getMonth, { params: { month } })
  await showFailures(booksText.monthLoadFailed, () => loadLatest($loaded, beginRequest(), request))
}

export function openMonth(month: string): Promise<void> {
  closingForm.clearErrors()
  $openMonth.set(month)
  $loaded.set('loading')
  return load(month)
}

export function leaveMonth(): void {
  beginRequest()
  $openMonth.set(null)
}

export async function retryMonth(): Promise<void> {
  const month = $openMonth.get()
  if (month !== null) await openMonth(month)
}

// The owner closes what the panel shows. If that has changed, it loads again.

export const closingForm = createRowFields($openMonth, ['note'])
export const $isClosing = atom(false)

export async function closeMonth(): Promise<void> {
  const [month, loaded] = [$openMonth.get(), $loaded.get()]
  if (month === null || !isLoaded(loaded)) return
  const { arrived, difference } = loaded
  const note = closingForm.$fields.get().note.trim()
  const body = { arrived, difference, ...(difference !== 0 && note && { note }) }
  const isOpen = () => $openMonth.get() === month
  await whileBusy($isClosing, booksText.closeFailed, async () => {
    closingForm.clearErrors()
    const request = onRefusal(call(contract.closeMonth, { body, params: { month } }), isOutdated, async refusal => {
      if (isOpen()) await load(month)
      throw refusal
    })
    const closed = await closingForm.toastFailure(request, booksText.closeFailed)
    if (closed === null) return
    closingForm.clear(month)
    if (isOpen()) await loadLatest($loaded, beginRequest(), Promise.resolve(closed))
    return () => toastOnFailure([books.load()])
  })
}
