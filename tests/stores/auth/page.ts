import { beforeEach } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { fillIn, mountStores, openPage, server, setUpBrowserTab } from '#tests/stores/browser-tab.ts'

// The sign-in and sign-up page with a server that answers it.

export const filled = {
  date_of_birth: '2000-02-01',
  email: 'asha@example.in',
  name: 'Asha Rao',
  password: 'Scoot@123',
  phone: '+91 98450 12345',
  property_id: '7'
}

/** The paths of the requests that the page has sent, except for its list of properties. */
export const sentPaths = () =>
  [uploadLicence, signIn, signUp].flatMap(endpoint => server.requestsTo(endpoint).map(({ path }) => path))

export async function arrive(fields: Partial<typeof filled> = {}) {
  const form = {
    ...(await import('#stores/auth/auth-form.ts')),
    ...(await import('#stores/auth/sign-up.ts')),
    ...(await import('#stores/kit/property-list.ts'))
  }
  // This module loads on the first input.
  await import('#client/session/sign-in.ts')
  mountStores(form.$mode)
  fillIn(form, fields)
  return form
}

/** Opens the page of a visitor before each test of the file, and leaves it afterwards. */
export function setUpAuthPage(): void {
  setUpBrowserTab()
  beforeEach(openAuthPage)
}

function openAuthPage(): void {
  openPage('/auth', null)
  server.answer(signIn, { access_token: 'signed-in' })
  server.answer(signUp, { access_token: 'signed-up' })
  server.answer(listProperties, [{ id: 7, location: 'Indiranagar', name: 'Palm Grove' }])
  server.answer(uploadLicence, { url: '/licences/1' })
}
