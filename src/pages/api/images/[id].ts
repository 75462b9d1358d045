import { getImage } from '#contract/catalogue/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { imageBytes } from '#server/uploads/images.ts'

export const GET = handle(getImage, imageBytes)
export const ALL = methodNotAllowed({ GET })
