import { getLicence } from '#contract/catalogue/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { licenceBytes } from '#server/uploads/images.ts'

export const GET = handle(getLicence, licenceBytes)
export const ALL = methodNotAllowed({ GET })
