import { migratePins } from '#server/catalogue/migrate-pins.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(migratePins)
export const ALL = methodNotAllowed({ POST })
