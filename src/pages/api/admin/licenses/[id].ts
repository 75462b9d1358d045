import { getLicence } from '#contract/uploads/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { serveLicence } from '#server/uploads/images.ts'

export const GET = handle(getLicence, serveLicence)
export const ALL = methodNotAllowed({ GET })
