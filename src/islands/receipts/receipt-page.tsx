import type { Receipt, ReceiptsOfRide } from '#contract/receipts/receipts.ts'
import { OPERATOR } from '#domain/operator.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { CENTRED_CARD, ErrorState, Loading, RoundIcon } from '#islands/ui/feedback/states.tsx'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as receiptsText from '#messages/receipts.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { $receipts, loadReceipts, sheetOf } from '#stores/receipts/receipts.ts'

interface SheetProps {
  receipt: Receipt
  reference: string
  rider: string
}

/** A4, one page each. White also in the dark theme, as paper. */
function Sheet({ receipt, reference, rider }: SheetProps) {
  const sheet = sheetOf(receipt, rider)
  return (
    <article className="receipt-sheet numeric">
      <header className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2>{sheet.title}</h2>
          <p>{sheet.number}</p>
          <p>{sheet.date}</p>
          {sheet.references.map(line => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <address className="min-w-0 not-italic md:text-right print:text-right">
          {sheet.seller.map(line => (
            <p key={line}>{line}</p>
          ))}
        </address>
      </header>
      <p className="font-semibold">{sheet.receiver}</p>
      <p>{commonText.joinFacts(sheet.ride, reference, sheet.sac)}</p>
      <dl className="receipt-amounts">
        {sheet.amounts.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {sheet.place.length > 0 && <p>{commonText.joinFacts(...sheet.place)}</p>}
      <footer>
        <p>{receiptsText.questions(OPERATOR.email, OPERATOR.phone)}</p>
        <p>{receiptsText.unsigned}</p>
      </footer>
    </article>
  )
}

function Sheets({ answer: { receipts, ride_id, rider_name } }: { answer: ReceiptsOfRide }) {
  if (receipts.length === 0) {
    return (
      <section className={CENTRED_CARD}>
        <RoundIcon colours="bg-blue-bg text-blue-fg" icon="ticket" />
        <p className="max-w-[36ch] text-balance">{receiptsText.noReceipt}</p>
      </section>
    )
  }
  return (
    <>
      <div className="justify-self-start print:hidden">
        <Button kind="secondary" onClick={() => print()}>
          {receiptsText.print}
        </Button>
      </div>
      {receipts.map(each => (
        <Sheet key={each.number} receipt={each} reference={myBookingsText.referenceText(ride_id)} rider={rider_name} />
      ))}
    </>
  )
}

/** The receipts of a ride, to print. `back` is where it was opened from. */
export function ReceiptPage({ back, backLabel }: { back: string; backLabel: string }) {
  return (
    <Island>
      <ReceiptContent back={back} backLabel={backLabel} />
    </Island>
  )
}

function ReceiptContent({ back, backLabel }: { back: string; backLabel: string }) {
  const answer = useStore($receipts)
  return (
    <div className="wrapper grid max-w-[210mm] grid-cols-[minmax(0,1fr)] gap-5 print:block">
      <a className="link justify-self-start no-underline print:hidden" href={back}>
        <Icon name="back" />
        {backLabel}
      </a>
      <h1 className="print:hidden">{receiptsText.receipt}</h1>
      {answer === 'loading' && <Loading label={receiptsText.loading} skeleton="h-96 rounded-slot" />}
      {answer === 'failed' && <ErrorState onRetry={() => void loadReceipts()} title={receiptsText.loadFailed} />}
      {answer === 'not_found' && <ErrorState text={receiptsText.rideNotFound} title={receiptsText.loadFailed} />}
      {isLoaded(answer) && answer !== 'not_found' && <Sheets answer={answer} />}
    </div>
  )
}
