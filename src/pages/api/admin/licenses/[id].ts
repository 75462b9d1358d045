import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getLicence } from '#server/uploads/images.ts'

export const GET = handle(getLicence)
export const ALL = methodNotAllowed({ GET })
