import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listCompensations } from '#server/payments/compensations.ts'

export const GET = handle(listCompensations)
export const ALL = methodNotAllowed({ GET })
