import { paymentFailed } from '#contract/bookings/bookings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { recordFailure } from '#server/payments/browser-reports.ts'

export const POST = handle(paymentFailed, recordFailure)
export const ALL = methodNotAllowed({ POST })
