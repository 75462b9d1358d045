import { paymentFailed } from '#contract/bookings.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { recordFailure } from '#server/payment-calls.ts'

export const POST = handle(paymentFailed, recordFailure)
export const ALL = methodNotAllowed({ POST })
