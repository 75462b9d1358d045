import { createHourlyBooking } from '#server/bookings/create-booking.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(createHourlyBooking)
export const ALL = methodNotAllowed({ POST })
