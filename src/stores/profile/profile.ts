import * as v from 'valibot'
import { jsonFrom } from '#client/device/browser.ts'
import { accountOf, tokenHere } from '#client/device/saved-bookings.ts'
import { call } from '#client/http/api.ts'
import { knownText } from '#client/session/known-profile.ts'
import { $token } from '#client/session/token.ts'
import { getProfile, type Profile, profile } from '#contract/riders/profile.ts'
import { quietly } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'

// The rider's profile, and what the device keeps of it, so that the next visit asks for the scooters at once.

const asked = questions()

/** Asks for it, and keeps it for the next visit; null where it does not come. */
export async function askProfile(): Promise<Profile | null> {
  const isLatest = asked()
  const token = $token.get()
  const answer = await quietly(call(getProfile))
  if (answer && isLatest()) keep(token, answer)
  return answer
}

/** What was saved is known from now on, whatever an earlier question is still answered. */
export function keepProfile(saved: Profile): void {
  asked()
  keep($token.get(), saved)
}

/** For the account whose token asked, unless somebody else is signed in by now. Nothing here needs the date of birth. */
function keep(token: string | undefined, { date_of_birth: _, ...rest }: Profile): void {
  if (token && token === tokenHere()) knownText.write(JSON.stringify({ account: accountOf(token), profile: rest }))
}

/** What the last visit knew of whoever is signed in. What can't be read or is another's is forgotten on the way. */
export function knownProfile(): Profile | null {
  const text = knownText.read()
  if (text === null) return null
  const kept = jsonFrom(text) as { account?: unknown; profile?: unknown } | null
  const { issues, output } = v.safeParse(profile, kept?.profile)
  const token = tokenHere()
  if (!issues && token !== null && kept?.account === accountOf(token)) return output
  knownText.forget()
  return null
}
