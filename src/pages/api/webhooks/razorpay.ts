import { takeWebhook } from '#contract/payments/webhooks.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { takeEvent } from '#server/payments/webhooks.ts'

export const POST = handle(takeWebhook, takeEvent)
export const ALL = methodNotAllowed({ POST })
