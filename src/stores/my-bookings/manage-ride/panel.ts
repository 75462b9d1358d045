import { atom } from 'nanostores'
import { downloadFile } from '#client/device/files.ts'
import { isPushOffered } from '#client/device/installed-app.ts'
import { urlOf } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { type Booking, getBooking } from '#contract/bookings/my-bookings.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/riders/push-devices.ts'
import { HAS_PAYMENTS } from '#domain/backend.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { type CalendarRide, calendarFile } from '#domain/bookings/calendar-event.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { hasReceipt } from '#domain/bookings/rides.ts'
import { canReport } from '#domain/problems/problems.ts'
import { PATHS } from '#domain/routes.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { supportPhone } from '#stores/app/support.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import {
  $bookingForHelp,
  $bookingWithPapers,
  $managedBooking,
  openLoaded
} from '#stores/my-bookings/booking-dialogs.ts'
import { isOverdue, isPaid, isRidden, scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import { createDevicePush } from '#stores/session/device-push.ts'

/** 'help' shows steps about the PIN; 'contact' leads to support at once; 'problem' reports what is wrong. */
export type RideAction =
  | 'book_again'
  | 'calendar'
  | 'cancel'
  | 'contact'
  | 'extend'
  | 'help'
  | 'papers'
  | 'problem'
  | 'receipt'
  | 'remind'

interface RideState {
  /** Whether this device can show reminders, or can after a step of the rider. */
  hasReminders: boolean
  isOffline: boolean
  now: Date
}

/** What a rider can do with a booking that was paid, the most likely first. What is not possible is left out. */
export function rideActions(booking: Booking, { hasReminders, isOffline, now }: RideState): readonly RideAction[] {
  const status = displayStatus(booking, now)
  const isAhead = status === 'Active' || status === 'Upcoming'
  const isLate = isOverdue(booking, now)
  const isReportable = (isAhead || isLate) && canReport(windowOf(booking), isLate, now)
  const hasSupport = supportPhone(booking.support_phone) !== ''
  const actions: [RideAction, isPossible: boolean][] = [
    ['calendar', status === 'Upcoming'],
    // The card of a ride that was not returned has it.
    ['extend', !isRidden(booking, now) && canExtend(booking, now)],
    ['remind', isAhead && hasReminders],
    // Without a network, the report is kept.
    ['problem', isReportable],
    // Offline, a call may still work. The steps about the PIN end with the same call.
    ['help', isAhead && !isReportable && !(isOffline && hasSupport)],
    ['contact', hasSupport && (isOffline || !isAhead)],
    ['papers', Boolean(booking.papers)],
    ['receipt', HAS_PAYMENTS && !isOffline && hasReceipt(booking)],
    ['book_again', !isAhead && Boolean(booking.scooter?.id)],
    ['cancel', status === 'Upcoming']
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}

/** The server also knows whether the scooter is free; it answers when the rider asks for the extensions. */
function canExtend(booking: Booking, now: Date): boolean {
  return isPaid(booking) && !booking.extension && !booking.returned_at && isExtendable(windowOf(booking).end, now)
}

export const closeManageDialog = (): void => $managedBooking.set(null)

/** Replaces the panel of the ride by the help. */
export function openHelpDialog(): void {
  $bookingForHelp.set($managedBooking.get())
  $managedBooking.set(null)
}

export const closeHelpDialog = (): void => $bookingForHelp.set(null)

/** Replaces the panel of the ride by the papers of its scooter. */
export function openPapersDialog(): void {
  $bookingWithPapers.set($managedBooking.get())
  $managedBooking.set(null)
}

export const closePapersDialog = (): void => $bookingWithPapers.set(null)

// A ride in the rider's own calendar: as a file, which later replaces or removes the entry, or as a link.

const CALENDAR_TYPE = 'text/calendar'

/** The ride that the open dialog offers. */
export const $calendarRide = atom<CalendarRide | null>(null)
export const $isCalendarLoading = atom(false)

/** Reads the number of the ride's last change, then replaces the panel of the ride. */
export function openCalendarDialog(): Promise<void> {
  return openLoaded($managedBooking.get(), {
    $isLoading: $isCalendarLoading,
    failureMessage: manageRideText.calendarFailed,
    load: ({ id }) => call(getBooking, { params: { id } }),
    open: (_, details) =>
      $calendarRide.set({
        ...windowOf(details),
        description: manageRideText.entryDescription(urlOf(PATHS.myBookings)),
        id: details.id,
        isCancelled: false,
        location: manageRideText.entryLocation(details.property_name ?? '', details.property_location ?? null),
        revision: details.revision,
        title: manageRideText.entryTitle(scooterName(details))
      })
  })
}

export const closeCalendarDialog = (): void => $calendarRide.set(null)

export function saveCalendarFile(ride: CalendarRide): void {
  downloadFile(manageRideText.calendarFileName, calendarFile(ride, currentTime()), CALENDAR_TYPE)
}

// A rider's reminders on this device.

export const {
  $isChanging: $areRemindersChanging,
  $state: $deviceReminders,
  turnOff: turnRemindersOff,
  turnOn: turnRemindersOn
} = createDevicePush({
  failed: manageRideText.remindersFailed,
  forget: endpoint => call(unsubscribeFromPush, { body: { endpoint } }),
  isOffered: isPushOffered,
  off: manageRideText.remindersOff,
  on: manageRideText.remindersOn,
  publicKey: async () => (await call(getPush)).public_key,
  save: body => call(subscribeToPush, { body })
})
