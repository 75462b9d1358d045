import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { confirmPayment } from '#server/payments/browser-reports.ts'

export const POST = handle(confirmPayment)
export const ALL = methodNotAllowed({ POST })
