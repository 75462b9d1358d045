import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getReturnPhoto } from '#server/uploads/images.ts'

export const GET = handle(getReturnPhoto)
export const ALL = methodNotAllowed({ GET })
