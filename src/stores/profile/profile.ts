import * as v from 'valibot'
import { parseJson } from '#client/device/storage.ts'
import { call } from '#client/http/api.ts'
import { $token, accountId, cachedProfileItem, storedToken } from '#client/session/token.ts'
import { getProfile, type Profile, profile } from '#contract/riders/profile.ts'
import { latestOnly, logFailure } from '#stores/kit/requests.ts'

// The rider's profile, cached on the device so that the next visit can load the scooters without waiting for it.

const beginRequest = latestOnly()

export const requestProfile = () => call(getProfile)

/** Loads the profile and caches it for the next visit; null if the request fails. */
export async function fetchProfile(): Promise<Profile | null> {
  const isLatest = beginRequest()
  const token = $token.get()
  const response = await logFailure(requestProfile())
  if (response && isLatest()) writeCache(token, response)
  return response
}

/** Caches a saved profile. Responses to earlier requests are ignored from now on. */
export function cacheProfile(saved: Profile): void {
  beginRequest()
  writeCache($token.get(), saved)
}

/**
 * Writes the cache for the token's account, unless another account is signed in by now. The date of birth is not
 * cached.
 */
function writeCache(token: string | undefined, { date_of_birth: _, ...rest }: Profile): void {
  if (token && token === storedToken())
    cachedProfileItem.write(JSON.stringify({ account: accountId(token), profile: rest }))
}

/** The cached profile of the signed-in account. An unreadable entry or another account's is deleted. */
export function cachedProfile(): Profile | null {
  const text = cachedProfileItem.read()
  if (text === null) return null
  const cached = parseJson(text) as { account?: unknown; profile?: unknown } | null
  const { issues, output } = v.safeParse(profile, cached?.profile)
  const token = storedToken()
  if (!issues && token !== null && cached?.account === accountId(token)) return output
  cachedProfileItem.remove()
  return null
}
