import { getAvailability } from '#contract/catalogue/scooters.admin.ts'
import { busyWindows } from '#server/bookings/availability.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getAvailability, busyWindows)
export const ALL = methodNotAllowed({ GET })
