import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { recordPaymentFailure } from '#server/payments/browser-reports.ts'

export const POST = handle(recordPaymentFailure)
export const ALL = methodNotAllowed({ POST })
