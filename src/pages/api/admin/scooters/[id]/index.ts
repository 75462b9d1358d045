import { deleteScooter, updateScooter } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateScooter)
export const DELETE = handle(deleteScooter)
export const ALL = methodNotAllowed({ DELETE, PUT })
