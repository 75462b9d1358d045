import { uploadLicence } from '#contract/uploads.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { storeLicence } from '#server/images.ts'

export const POST = handle(uploadLicence, storeLicence)
export const ALL = methodNotAllowed
