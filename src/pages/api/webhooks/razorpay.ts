import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { receiveWebhook } from '#server/payments/webhooks.ts'

export const POST = handle(receiveWebhook)
export const ALL = methodNotAllowed({ POST })
