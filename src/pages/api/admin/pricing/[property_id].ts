import { deleteLegacyPricing, updateLegacyPricing } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateLegacyPricing)
export const DELETE = handle(deleteLegacyPricing)
export const ALL = methodNotAllowed({ DELETE, PUT })
