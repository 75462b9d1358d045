import { atom } from 'nanostores'
import { printPage } from '#client/device/export.ts'
import { currentPath, queryParam } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { type WhoRode, whoRode } from '#contract/catalogue/who-rode.ts'
import { scooterIdOf } from '#domain/routes.ts'
import * as text from '#messages/admin/who-rode.ts'
import { type Loadable, latestOnly, loadLatest, showFailures } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/when-mounted.ts'

// The page that says who had a scooter at a time.

/** The instant of the page's address, as it was written. */
export const $askedAt = atom('')
export const $whoRode = atom<Loadable<WhoRode>>('loading')

const beginRequest = latestOnly()

export async function loadWhoRode(): Promise<void> {
  const [at, id] = [queryParam('at') ?? '', scooterIdOf(currentPath())]
  $askedAt.set(at)
  $whoRode.set('loading')
  await showFailures(text.loadFailed, () =>
    loadLatest($whoRode, beginRequest(), call(whoRode, { params: { id }, query: { at } }))
  )
}

whenMounted($whoRode, () => void loadWhoRode())

export const printAnswer = printPage
