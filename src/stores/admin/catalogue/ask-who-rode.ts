import { atom } from 'nanostores'
import { goTo } from '#client/device/navigation.ts'
import { whoRodePath } from '#domain/routes.ts'
import { clockOf, dayOf, instantAt } from '#domain/time/india-time.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'

// The question who had a scooter at a time.

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
  if (!(at <= currentTime())) errors.showFieldError('day', whoRodeText.invalidTime)
  else if (scooter) goTo(whoRodePath(scooter.id, at))
}
