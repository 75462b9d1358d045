import { receiveWebhook } from '#contract/payments/webhooks.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { handleWebhook } from '#server/payments/webhooks.ts'

export const POST = handle(receiveWebhook, handleWebhook)
export const ALL = methodNotAllowed({ POST })
