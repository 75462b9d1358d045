import { uploadLicence } from '#contract/uploads.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { storeLicence } from '#server/images.ts'
import { limitLicenceUploads } from '#server/limits.ts'

export const POST = handle(uploadLicence, storeLicence, { throttle: limitLicenceUploads })
export const ALL = methodNotAllowed({ POST })
