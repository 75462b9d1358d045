import { uploadImage } from '#contract/uploads.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { storeImage } from '#server/images.ts'

export const POST = handle(uploadImage, storeImage)
export const ALL = methodNotAllowed({ POST })
