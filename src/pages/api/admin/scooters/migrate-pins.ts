import { migratePins } from '#contract/catalogue/admin-scooters.ts'
import { renewPins } from '#server/catalogue/pins.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(migratePins, renewPins)
export const ALL = methodNotAllowed({ POST })
