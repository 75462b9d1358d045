import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { decideLicence } from '#server/review/review.ts'

export const PUT = handle(decideLicence)
export const ALL = methodNotAllowed({ PUT })
