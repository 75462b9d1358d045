import { resumePayment } from '#server/bookings/resume-payment.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(resumePayment)
export const ALL = methodNotAllowed({ POST })
