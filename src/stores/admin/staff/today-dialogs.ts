import type { StaffRide } from '#contract/bookings/admin-bookings.ts'
import { reloadAfterBooking } from '#stores/admin/bookings/booking-lists.ts'
import { createAbsenceDialog, createMoveDialog, createReturnDialog } from '#stores/admin/bookings/ride-dialogs.ts'
import { findNeed } from '#stores/admin/overview/needs.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { $today } from './today.ts'

// What is done about a ride of the day.

const findRide = ({ id }: StaffRide): StaffRide | null => {
  const shown = $today.get()
  const ofDay = isLoaded(shown) && shown.rides.find(ride => ride.id === id && ride.returned_at === null)
  return ofDay || (findNeed('late', ({ ride }) => ride.id === id)?.ride ?? null)
}

const options = { findCurrentRow: findRide, reload: reloadAfterBooking }

export const absenceDialog = createAbsenceDialog(options)
export const moveDialog = createMoveDialog(options)
export const returnedDialog = createReturnDialog({ ...options, isSeen: () => true })
