import { resumeBooking } from '#contract/bookings/bookings.ts'
import { resumePayment } from '#server/bookings/unpaid-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(resumeBooking, resumePayment)
export const ALL = methodNotAllowed({ POST })
