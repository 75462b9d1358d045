import { atom } from 'nanostores'
import { currentPath, queryParam } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { type WhoRode, whoRode } from '#contract/catalogue/who-rode.ts'
import { scooterIdOf } from '#domain/routes.ts'
import * as text from '#messages/admin/who-rode.ts'
import { type Loadable, latestOnly, loadLatest, onRefusal, showFailures } from '#stores/kit/requests.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'

// The page that says who had a scooter at a time.

/** The instant of the page's address, as it was written. */
export const $askedAt = atom('')
export const $whoRode = atom<Loadable<WhoRode | 'invalid_time'>>('loading')

const beginRequest = latestOnly()

export async function loadWhoRode(): Promise<void> {
  const [at, id] = [queryParam('at') ?? '', scooterIdOf(currentPath())]
  $askedAt.set(at)
  $whoRode.set('loading')
  const request = call(whoRode, { params: { id }, query: { at } })
  // The time of an address that was written by hand.
  const answer = onRefusal(request, ['invalid_input'], () => 'invalid_time' as const)
  await showFailures(text.loadFailed, () => loadLatest($whoRode, beginRequest(), answer))
}

whenMountedSignedIn($whoRode, () => void loadWhoRode())
