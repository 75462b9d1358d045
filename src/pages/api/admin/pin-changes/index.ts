import { listPinChanges } from '#server/catalogue/pins.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPinChanges)
export const ALL = methodNotAllowed({ GET })
