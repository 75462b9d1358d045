import { getLicence } from '#contract/uploads.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { licenceBytes } from '#server/images.ts'

export const GET = handle(getLicence, licenceBytes)
export const ALL = methodNotAllowed({ GET })
