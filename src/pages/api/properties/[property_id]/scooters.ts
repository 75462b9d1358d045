import { listPropertyScooters } from '#contract/scooters.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { scootersOfProperty } from '#server/scooters.ts'

export const GET = handle(listPropertyScooters, scootersOfProperty)
export const ALL = methodNotAllowed({ GET })
