import { migratePins } from '#contract/scooters.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { renewPins } from '#server/pins.ts'

export const POST = handle(migratePins, renewPins)
export const ALL = methodNotAllowed({ POST })
