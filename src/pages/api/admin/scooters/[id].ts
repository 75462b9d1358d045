import { deleteScooter, updateScooter } from '#contract/scooters.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changeScooter, removeScooter } from '#server/scooters.ts'

export const PUT = handle(updateScooter, changeScooter)
export const DELETE = handle(deleteScooter, removeScooter)
export const ALL = methodNotAllowed({ DELETE, PUT })
