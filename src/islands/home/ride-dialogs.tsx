import { createRoot, type Root } from 'react-dom/client'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { ExtendDialog, ReturnRideDialog } from '#islands/my-bookings/dialogs/extend-and-return.tsx'
import { PaymentErrorNote, PriceChangeDialog } from '#islands/payment/payment-notices.tsx'
import { LoadBoundary } from '#islands/ui/feedback/load-boundary.tsx'
import { useNow } from '#islands/ui/hooks/use-store.tsx'
import { openRide } from '#stores/home/ride-dialogs.ts'

// The two dialogs of a running ride on Home, without My Bookings around them. They load when Home is idle.

let root: Root | undefined

/** `booking` is the ride as Home was rendered with it, JSON. Resolves when the dialog is open, or its failure is shown. */
export function openRideDialog(dialog: 'extend' | 'return', booking: string): Promise<void> {
  if (!root) {
    // In the main part of the page, where the note about a payment is looked for.
    const place = document.createElement('div')
    document.querySelector('[data-next-ride]')?.before(place)
    root = createRoot(place)
    root.render(
      <LoadBoundary>
        <RideDialogs />
      </LoadBoundary>
    )
  }
  return openRide(dialog, booking)
}

function RideDialogs() {
  const now = useNow(SECOND_MS)
  if (!now) return null
  return (
    <>
      <div className="wrapper *:mb-4">
        <PaymentErrorNote />
      </div>
      <ExtendDialog now={now} />
      <ReturnRideDialog now={now} />
      <PriceChangeDialog />
    </>
  )
}
