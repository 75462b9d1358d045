import { migratePins } from '#server/catalogue/pins.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(migratePins)
export const ALL = methodNotAllowed({ POST })
