import { createHourlyBooking } from '#contract/bookings.ts'
import { startBooking } from '#server/bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(createHourlyBooking, startBooking)
export const ALL = methodNotAllowed({ POST })
