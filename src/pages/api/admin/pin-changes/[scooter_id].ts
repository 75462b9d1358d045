import { changePin } from '#server/catalogue/pins.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(changePin)
export const ALL = methodNotAllowed({ POST })
