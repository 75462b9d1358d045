import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { uploadImage } from '#server/uploads/images.ts'

export const POST = handle(uploadImage)
export const ALL = methodNotAllowed({ POST })
