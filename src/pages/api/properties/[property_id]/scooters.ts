import { listPropertyScooters } from '#contract/catalogue/scooters.admin.ts'
import { scootersOfProperty } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyScooters, scootersOfProperty)
export const ALL = methodNotAllowed({ GET })
