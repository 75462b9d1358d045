import { resumeBooking } from '#contract/bookings.ts'
import { resumePayment } from '#server/holds.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(resumeBooking, resumePayment)
export const ALL = methodNotAllowed({ POST })
