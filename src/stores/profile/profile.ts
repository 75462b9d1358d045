import * as v from 'valibot'
import { parseJson } from '#client/device/browser.ts'
import { accountId, storedToken } from '#client/device/saved-bookings.ts'
import { call } from '#client/http/api.ts'
import { cachedProfileItem } from '#client/session/known-profile.ts'
import { $token } from '#client/session/token.ts'
import { getProfile, type Profile, profile } from '#contract/riders/profile.ts'
import { nullOnError } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'

// The rider's profile, and what the device keeps of it, so that the next visit asks for the scooters at once.

const beginRequest = latestOnly()

/** Asks for it, and keeps it for the next visit; null where it does not come. */
export async function fetchProfile(): Promise<Profile | null> {
  const isLatest = beginRequest()
  const token = $token.get()
  const answer = await nullOnError(call(getProfile))
  if (answer && isLatest()) writeCache(token, answer)
  return answer
}

/** What was saved is known from now on, whatever an earlier question is still answered. */
export function cacheProfile(saved: Profile): void {
  beginRequest()
  writeCache($token.get(), saved)
}

/** For the account whose token asked, unless somebody else is signed in by now. Nothing here needs the date of birth. */
function writeCache(token: string | undefined, { date_of_birth: _, ...rest }: Profile): void {
  if (token && token === storedToken())
    cachedProfileItem.write(JSON.stringify({ account: accountId(token), profile: rest }))
}

/** What the last visit knew of whoever is signed in. What can't be read or is another's is forgotten on the way. */
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
