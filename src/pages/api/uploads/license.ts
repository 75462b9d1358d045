import { uploadLicence } from '#contract/uploads/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { limitLicenceUploads } from '#server/http/rate-limits.ts'
import { storeLicence } from '#server/uploads/images.ts'

export const POST = handle(uploadLicence, storeLicence, { throttle: limitLicenceUploads })
export const ALL = methodNotAllowed({ POST })
