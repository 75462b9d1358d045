import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#server/riders/push-devices.ts'

export const GET = handle(getPush)
export const POST = handle(subscribeToPush)
export const DELETE = handle(unsubscribeFromPush)
export const ALL = methodNotAllowed({ DELETE, GET, POST })
