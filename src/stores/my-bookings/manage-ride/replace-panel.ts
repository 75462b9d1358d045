import type { WritableAtom } from 'nanostores'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { whileBusy } from '#stores/kit/while-busy.ts'
import { $managedBooking } from '#stores/my-bookings/booking-dialogs.ts'

interface PanelReplacement<Loaded> {
  $isLoading: WritableAtom<boolean>
  /** Shown if loading fails. The panel then stays open. */
  failureMessage: string
  load: (booking: Booking) => Promise<Loaded>
  open: (booking: Booking, loaded: Loaded) => void
}

/**
 * Loads what a dialog shows, then opens it in place of the panel of the ride. It stays closed if the rider has closed
 * the panel meanwhile.
 */
export function replacePanel<Loaded>({
  $isLoading,
  failureMessage,
  load,
  open
}: PanelReplacement<Loaded>): Promise<void> {
  const booking = $managedBooking.get()
  return whileBusy($isLoading, failureMessage, async () => {
    if (booking === null) return
    const loaded = await load(booking)
    if ($managedBooking.get() !== booking) return
    $managedBooking.set(null)
    open(booking, loaded)
  })
}
