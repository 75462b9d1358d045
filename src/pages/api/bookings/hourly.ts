import { createHourlyBooking } from '#contract/bookings/bookings.ts'
import { createBooking } from '#server/bookings/create.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(createHourlyBooking, createBooking)
export const ALL = methodNotAllowed({ POST })
