import { takeWebhook } from '#contract/webhooks.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { takeEvent } from '#server/webhooks.ts'

export const POST = handle(takeWebhook, takeEvent)
export const ALL = methodNotAllowed({ POST })
