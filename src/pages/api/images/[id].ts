import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getImage } from '#server/uploads/images.ts'

export const GET = handle(getImage)
export const ALL = methodNotAllowed({ GET })
