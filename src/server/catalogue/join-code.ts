import { WRONG_JOIN_CODES_PER_HOUR } from '#domain/request-limits.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { db } from '#server/db/client.ts'
import { properties, property_settings } from '#server/db/schema/catalogue.ts'
import type { CallContext } from '#server/http/operation.ts'
import { callLimit, clientIp, enforceLimits, takeBack } from '#server/http/throttle.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { hasRules, isActive } from './properties.ts'

/** The join code of a property; null if anybody can join. Throws 422 for an unknown or deleted property. */
export async function storedJoinCode(propertyId: string): Promise<string | null> {
  const [property] = await db
    .select({ code: property_settings.join_code })
    .from(properties)
    .leftJoin(property_settings, hasRules)
    .where(isActive(properties, propertyId))
  if (!property) throw invalidField('property_id', apiErrorsText.unknownProperty)
  return property.code
}

interface Joining {
  code?: string | undefined
  property_id: string
  /** The account that moves; undefined at sign-up. */
  rider?: string
  stored: string | null
}

/**
 * Throws 403 unless the rider has the join code, and 429 after many wrong ones.
 *
 * Check everything else first. Whoever guesses could otherwise read from a call that fails anyway whether the code is
 * right, and would leave no account behind.
 */
export async function assertJoinCode({ code = '', property_id, rider, stored }: Joining, call: CallContext) {
  if (stored === null) return
  if (code === '') throw refusal('join_code_missing')
  const wrongCodes = (...owner: string[]) => callLimit(HOUR_SECONDS, 'join', WRONG_JOIN_CODES_PER_HOUR, ...owner)
  const limits = [wrongCodes(clientIp(call), property_id), ...(rider === undefined ? [] : [wrongCodes(rider)])]
  await enforceLimits(limits, call.now)
  if (stored !== code) throw refusal('join_code_wrong')
  // All riders of a property can share an address, so that a right code must not count.
  await takeBack(limits)
}
