import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getRiderFile } from '#server/review/review.ts'
import { deleteRider } from '#server/riders/deletion.ts'

export const DELETE = handle(deleteRider)
export const GET = handle(getRiderFile)
export const ALL = methodNotAllowed({ DELETE, GET })
