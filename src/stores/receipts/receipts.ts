import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listReceipts, type Receipt, type ReceiptsOfRide } from '#contract/receipts/receipts.ts'
import { localTaxOf, stateText } from '#domain/gst.ts'
import { rupeesText } from '#domain/money.ts'
import { isNote } from '#domain/receipts.ts'
import { receiptRideOf } from '#domain/routes.ts'
import { dateText, dayOf, parseInstant, plainDateText } from '#domain/time/india-time.ts'
import { rangeText } from '#domain/time/time-texts.ts'
import * as receiptsText from '#messages/receipts.ts'
import { type Loadable, latestOnly, loadLatest, onRefusal, showFailures } from '#stores/kit/requests.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'

// The page with the receipts of a ride, of its rider and of the staff.

export const $receipts = atom<Loadable<ReceiptsOfRide | 'not_found'>>('loading')

const beginRequest = latestOnly()

export async function loadReceipts(): Promise<void> {
  $receipts.set('loading')
  const request = call(listReceipts, { params: { id: receiptRideOf(location.pathname) } })
  const answer = onRefusal(request, ['booking_not_found', 'not_found'], () => 'not_found' as const)
  await showFailures(receiptsText.loadFailed, () => loadLatest($receipts, beginRequest(), answer))
}

whenMountedSignedIn($receipts, () => void loadReceipts())

/** '12 Dec 2026' of an ISO instant, in India */
const dateOf = (iso: string) => plainDateText(dayOf(parseInstant(iso)))

/** 'Fri 12 Dec 2026, 10:00 am – 1:00 pm' */
function timeOf({ end_time, start_time }: Receipt): string {
  const start = parseInstant(start_time)
  return `${dateText(dayOf(start))}, ${rangeText(start, parseInstant(end_time), start)}`
}

type Amount = readonly [label: string, amount: string]

/** The lines below a receipt's ride. The last one is the sum. */
function amountsOf({ kind, registration, tax, tax_rate, total }: Receipt): readonly Amount[] {
  const sum = rupeesText(total)
  if (registration === null) return [[isNote(kind) ? receiptsText.refunded : receiptsText.paid, sum]]
  const half = [tax_rate / 2, rupeesText(tax / 2)] as const
  return [
    [receiptsText.taxable, rupeesText((total * 100 - tax * 100) / 100)],
    [receiptsText.tax(receiptsText.CENTRAL_TAX, half[0]), half[1]],
    [receiptsText.tax(localTaxOf(registration), half[0]), half[1]],
    [receiptsText.total, sum]
  ]
}

/** What a sheet says, in the order of the page. */
export function sheetOf(receipt: Receipt, riderName: string) {
  const { against, kind, number, registration, sac } = receipt
  const state = registration === null ? '' : stateText(registration)
  return {
    amounts: amountsOf(receipt),
    date: receiptsText.dateLine(dateOf(receipt.issued_at)),
    number: receiptsText.numberLine(number),
    /** What the law asks for beside the amounts. */
    place: registration === null ? [] : [receiptsText.placeOfSupply(state), receiptsText.reverseCharge],
    receiver: kind === 'credit_note' ? receiptsText.toRider(riderName, state) : receiptsText.forRider(riderName),
    references: against ? [receiptsText.forReceipt(against.number, dateOf(against.issued_at))] : [],
    ride: receiptsText.rideLine(receipt.scooter_name, receipt.property_name, timeOf(receipt)),
    sac: sac === null ? null : receiptsText.sacLine(sac),
    seller: [receipt.seller, receipt.address, ...(registration === null ? [] : [receiptsText.gstinLine(registration)])],
    title: receiptsText.KIND_WORDS[kind] ?? kind
  }
}
