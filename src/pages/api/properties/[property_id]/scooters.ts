import { listPropertyScooters } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyScooters)
export const ALL = methodNotAllowed({ GET })
