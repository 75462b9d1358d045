import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { limitLicenceUploads } from '#server/http/rate-limits.ts'
import { uploadLicence } from '#server/uploads/images.ts'

export const POST = handle(uploadLicence, { throttle: limitLicenceUploads })
export const ALL = methodNotAllowed({ POST })
