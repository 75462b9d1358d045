import { paymentSucceeded } from '#contract/bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { confirmPayment } from '#server/payment-calls.ts'

export const POST = handle(paymentSucceeded, confirmPayment)
export const ALL = methodNotAllowed({ POST })
