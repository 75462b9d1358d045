import { createScooter, listAllScooters } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllScooters)
export const POST = handle(createScooter)
export const ALL = methodNotAllowed({ GET, POST })
