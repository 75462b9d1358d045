import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listLicences } from '#server/review/review.ts'

export const GET = handle(listLicences)
export const ALL = methodNotAllowed({ GET })
