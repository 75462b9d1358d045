import { getImage } from '#contract/uploads.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { imageBytes } from '#server/images.ts'

export const GET = handle(getImage, imageBytes)
export const ALL = methodNotAllowed({ GET })
