import { createScooter, listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { addScooter, allScooters } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllScooters, allScooters)
export const POST = handle(createScooter, addScooter)
export const ALL = methodNotAllowed({ GET, POST })
