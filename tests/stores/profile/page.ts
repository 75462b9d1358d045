import { beforeEach } from 'vitest'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import type { ProfileField } from '#stores/profile/profile-form.ts'
import { advanceTime, fillIn, mountStores, openPage, server, setUpBrowserTab } from '#tests/stores/browser-tab.ts'

// The profile page with a server that answers it.

export const asha = {
  date_of_birth: '1998-08-14',
  email: 'asha@example.in',
  name: 'Asha Rao',
  phone: '+91 98450 12345',
  property_id: '7',
  reminders: true
}

/** The same in the form. */
export const fields = { ...asha, join_code: '', reminders: 'on' }

const properties = [
  { id: 7, location: 'Indiranagar', name: 'Palm Grove' },
  { id: 9, location: 'Panjim, Goa', name: 'Lakeview' }
]

export const saves = () => server.requestsTo(updateProfile).map(({ body }) => body)

/** The server saves what it receives. */
export const acceptSaves = () =>
  server.answerTo(updateProfile, ({ body }) => ({ body: body as ServerOutput<typeof updateProfile> }))

export const settled = () => advanceTime(10)

export async function arrive() {
  const form = {
    ...(await import('#stores/profile/profile-form.ts')),
    ...(await import('#stores/kit/property-list.ts'))
  }
  mountStores(form.$savedProfile)
  return form
}

export async function arriveAndType(typed: Partial<Record<ProfileField, string>>) {
  const form = await arrive()
  await settled()
  fillIn(form, typed)
  return form
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export function setUpProfilePage(): void {
  setUpBrowserTab()
  beforeEach(() => {
    openPage('/profile', 'rider')
    server.answer(getProfile, asha)
    server.answer(listProperties, properties)
    acceptSaves()
  })
}
