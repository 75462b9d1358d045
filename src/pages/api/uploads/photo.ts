import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { uploadReturnPhoto } from '#server/uploads/images.ts'

export const POST = handle(uploadReturnPhoto)
export const ALL = methodNotAllowed({ POST })
