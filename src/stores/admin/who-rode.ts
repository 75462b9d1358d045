import { atom } from 'nanostores'
import { printPage } from '#client/device/export.ts'
import { currentPath, goTo, queryParam } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import { type WhoRode, whoRode } from '#contract/catalogue/who-rode.ts'
import { scooterIdOf, whoRodePath } from '#domain/routes.ts'
import { clockOf, dayOf, instantAt } from '#domain/time/india-time.ts'
import * as text from '#messages/admin/who-rode.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { type Loadable, latestOnly, loadLatest, showFailures } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/when-mounted.ts'

// Who had a scooter at a time: the question, and the page that answers it.

interface Scooter {
  id: string
  name: string
}

/** Null while the question is closed. */
export const $askedScooter = atom<Scooter | null>(null)

const errors = formErrors<'clock' | 'day'>({ fields: ['day', 'clock'], isQuiet: true })

export const whoRodeForm = {
  ...errors,
  ...formFields({ clock: '', day: '' }, () => errors.clearErrors())
}

export function askWhoRode(scooter: Scooter | null): void {
  const now = currentTime()
  errors.clearErrors()
  whoRodeForm.$fields.set({ clock: clockOf(now), day: dayOf(now) })
  $askedScooter.set(scooter)
}

/** Opens the page with the answer, unless the time is still ahead. */
export async function showWhoRode(): Promise<void> {
  const scooter = $askedScooter.get()
  const { clock, day } = whoRodeForm.$fields.get()
  const at = instantAt(day, clock)
  if (!(at <= currentTime())) errors.showFieldError('day', text.invalidTime)
  else if (scooter) goTo(whoRodePath(scooter.id, at))
}

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
