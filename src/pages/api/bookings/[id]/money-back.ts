import { takeMoneyBack } from '#server/bookings/way-out.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(takeMoneyBack)
export const ALL = methodNotAllowed({ POST })
