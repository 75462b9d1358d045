import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { addRiderNote } from '#server/review/review.ts'

export const POST = handle(addRiderNote)
export const ALL = methodNotAllowed({ POST })
