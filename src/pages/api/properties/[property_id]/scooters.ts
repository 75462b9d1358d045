import { listPropertyScooters } from '#contract/catalogue/scooters.ts'
import { listPropertyScootersForRider } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyScooters, listPropertyScootersForRider)
export const ALL = methodNotAllowed({ GET })
