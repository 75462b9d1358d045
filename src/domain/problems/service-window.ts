import type { TimeWindow } from '#domain/bookings/booking-window.ts'
import { isSlotStart } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { SERVICE_WINDOW_DAYS_MAX } from './problems.ts'

/** When the staff need a scooter: on the half hour, from the present one on. */
export function isWindowAllowed({ end, start }: TimeWindow, now: Date): boolean {
  const isOnGrid = isSlotStart(start) && isSlotStart(end)
  const latestEnd = addMinutes(start, SERVICE_WINDOW_DAYS_MAX * DAY_MINUTES)
  return isOnGrid && start > addMinutes(now, -SLOT_MINUTES) && start < end && end <= latestEnd
}
