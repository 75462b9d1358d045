import { getAvailability } from '#contract/scooters.ts'
import { busyWindows } from '#server/availability.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(getAvailability, busyWindows)
export const ALL = methodNotAllowed({ GET })
