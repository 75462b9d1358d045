import { getImage } from '#contract/uploads/uploads.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { serveImage } from '#server/uploads/images.ts'

export const GET = handle(getImage, serveImage)
export const ALL = methodNotAllowed({ GET })
