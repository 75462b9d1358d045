import { listPapers } from '#server/catalogue/papers.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPapers)
export const ALL = methodNotAllowed({ GET })
