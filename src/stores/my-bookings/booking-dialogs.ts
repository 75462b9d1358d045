import { atom, type WritableAtom } from 'nanostores'
import { lazyPart } from '#client/device/lazy-part.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HAS_RIDE_CHANGES } from '#domain/backend.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import { whileBusy } from '#stores/kit/requests.ts'

// The dialogs of a booking card: the return and the extension of a ride, what else can be done with it, the
// confirmation of a cancellation, and help. Their code is loaded when one is first opened, because most riders need
// none.

/** The booking that the open dialog is about. */
export const $managedBooking = atom<Booking | null>(null)
export const $bookingToCancel = atom<Booking | null>(null)
export const $bookingToExtend = atom<Booking | null>(null)
export const $bookingForHelp = atom<Booking | null>(null)
export const $bookingWithPapers = atom<Booking | null>(null)
export const $bookingWithProblem = atom<Booking | null>(null)
export const $bookingWithWayOut = atom<Booking | null>(null)

export type CardDialog = 'cancel' | 'extend' | 'manage' | 'return' | 'wayOut'

/** What was opened last. */
export const $openedDialog = atom<{ dialog: CardDialog; id: string } | null>(null)
/** Loading state of the dialogs' code, and of what the dialog shows. */
export const $isDialogLoading = atom(false)

let loadDialogs: () => Promise<unknown> = async () => undefined

/** Sets what loads the dialogs' code. */
export function provideDialogs(load: () => Promise<unknown>): void {
  loadDialogs = load
}

const rideStore = lazyPart(() => import('./manage-ride/manage-ride.ts'))
const wayOutStore = lazyPart(() => import('./trouble.ts'))

const DIALOGS: Record<CardDialog, { failed: string; open: (booking: Booking) => Promise<void> | void }> = {
  /** For an unpaid hold. The dialog of a paid booking first reads its refund (`openPaidCancelDialog`). */
  cancel: { failed: commonText.cancelFailed, open: booking => $bookingToCancel.set(booking) },
  extend: {
    failed: rideCardText.extensionsFailed,
    open: async booking => (await rideStore.load()).openExtendDialog(booking)
  },
  /** For a paid ride: what can be done with it, or only the help. */
  manage: {
    failed: myBookingsText.manageFailed,
    open: booking => (HAS_RIDE_CHANGES ? $managedBooking : $bookingForHelp).set(booking)
  },
  return: {
    failed: rideCardText.returnFailed,
    open: async booking => (await rideStore.load()).openReturnDialog(booking)
  },
  /** For a ride whose scooter is late or broken, or that its rider has reported. */
  wayOut: { failed: troubleText.optionsFailed, open: async booking => (await wayOutStore.load()).openWayOut(booking) }
}

export async function openDialog(dialog: CardDialog, booking: Booking): Promise<void> {
  if ($isDialogLoading.get()) return
  $openedDialog.set({ dialog, id: booking.id })
  await whileBusy($isDialogLoading, DIALOGS[dialog].failed, async () => {
    await loadDialogs()
    await DIALOGS[dialog].open(booking)
  })
}

interface LoadedDialog<Loaded> {
  $isLoading: WritableAtom<boolean>
  /** Shown if loading fails. An open panel then stays open. */
  failureMessage: string
  load: (booking: Booking) => Promise<Loaded>
  open: (booking: Booking, loaded: Loaded) => void
}

/**
 * Loads what a dialog of a ride shows, then opens it, in place of the ride's panel if that is open. It stays closed if
 * the rider has closed the panel meanwhile.
 */
export function openLoaded<Loaded>(
  booking: Booking | null,
  { $isLoading, failureMessage, load, open }: LoadedDialog<Loaded>
): Promise<void> {
  const panel = $managedBooking.get()
  return whileBusy($isLoading, failureMessage, async () => {
    if (booking === null) return
    const loaded = await load(booking)
    if ($managedBooking.get() !== panel) return
    $managedBooking.set(null)
    open(booking, loaded)
  })
}
