import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { setSuspension } from '#server/review/review.ts'

export const PUT = handle(setSuspension)
export const ALL = methodNotAllowed({ PUT })
