import { getPropertySettings, updatePropertySettings } from '#server/catalogue/property-settings.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getPropertySettings)
export const PUT = handle(updatePropertySettings)
export const ALL = methodNotAllowed({ GET, PUT })
