import { createHourlyBooking } from '#contract/bookings/bookings.ts'
import { startBooking } from '#server/bookings/create.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(createHourlyBooking, startBooking)
export const ALL = methodNotAllowed({ POST })
