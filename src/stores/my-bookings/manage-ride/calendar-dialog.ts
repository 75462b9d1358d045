import { atom } from 'nanostores'
import { downloadFile } from '#client/device/export.ts'
import { urlOf } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { getBooking } from '#contract/bookings/my-bookings.ts'
import { type CalendarRide, calendarFile } from '#domain/bookings/calendar-event.ts'
import { PATHS } from '#domain/routes.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { scooterName, windowOf } from '#stores/my-bookings/booking-details.ts'
import { replacePanel } from './ride-panel.ts'

// A ride in the rider's own calendar: as a file, which later replaces or removes the entry, or as a link.

const CALENDAR_TYPE = 'text/calendar'

/** The ride that the open dialog offers. */
export const $calendarRide = atom<CalendarRide | null>(null)
export const $isCalendarLoading = atom(false)

/** Reads the number of the ride's last change, then replaces the panel of the ride. */
export function openCalendarDialog(): Promise<void> {
  return replacePanel({
    $isLoading: $isCalendarLoading,
    failureMessage: text.calendarFailed,
    load: ({ id }) => call(getBooking, { params: { id } }),
    open: (_, details) =>
      $calendarRide.set({
        ...windowOf(details),
        description: text.entryDescription(urlOf(PATHS.myBookings)),
        id: details.id,
        isCancelled: false,
        location: text.entryLocation(details.property_name ?? '', details.property_location ?? null),
        revision: details.revision,
        title: text.entryTitle(scooterName(details))
      })
  })
}

export function closeCalendarDialog(): void {
  $calendarRide.set(null)
}

export function saveCalendarFile(ride: CalendarRide): void {
  downloadFile(text.fileName, calendarFile(ride, new Date()), CALENDAR_TYPE)
}
