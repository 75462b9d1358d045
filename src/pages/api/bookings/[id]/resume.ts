import { resumePayment } from '#server/bookings/unpaid-bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(resumePayment)
export const ALL = methodNotAllowed({ POST })
