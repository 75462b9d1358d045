import { createLegacyPricing, listLegacyPricing } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listLegacyPricing)
export const POST = handle(createLegacyPricing)
export const ALL = methodNotAllowed({ GET, POST })
