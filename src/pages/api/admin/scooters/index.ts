import { createScooter, listAllScooters } from '#contract/scooters.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { addScooter, allScooters } from '#server/scooters.ts'

export const GET = handle(listAllScooters, allScooters)
export const POST = handle(createScooter, addScooter)
export const ALL = methodNotAllowed({ GET, POST })
