import { paymentSucceeded } from '#contract/bookings/bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { confirmPayment } from '#server/payments/browser-reports.ts'

export const POST = handle(paymentSucceeded, confirmPayment)
export const ALL = methodNotAllowed({ POST })
