import { payCompensation } from '#server/bookings/admin/pay-compensation.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(payCompensation)
export const ALL = methodNotAllowed({ POST })
