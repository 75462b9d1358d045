import { getAvailability } from '#contract/catalogue/scooters.ts'
import { listBusyWindows } from '#server/bookings/availability.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getAvailability, listBusyWindows)
export const ALL = methodNotAllowed({ GET })
