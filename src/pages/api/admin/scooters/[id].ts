import { deleteScooter, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { changeScooter, removeScooter } from '#server/catalogue/scooters.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateScooter, changeScooter)
export const DELETE = handle(deleteScooter, removeScooter)
export const ALL = methodNotAllowed({ DELETE, PUT })
