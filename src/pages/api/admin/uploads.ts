import { uploadImage } from '#contract/uploads/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { storeImage } from '#server/uploads/images.ts'

export const POST = handle(uploadImage, storeImage)
export const ALL = methodNotAllowed({ POST })
