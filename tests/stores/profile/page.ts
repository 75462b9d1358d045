import { beforeEach, vi } from 'vitest'
import type { ProfileField } from '#stores/profile/profile-form.ts'
import { advanceTime, errorReply, json } from '#tests/helpers/servers/api-server.ts'
import { onLeave, requestsTo, setUpRiderTab } from '#tests/stores/rider-tab.ts'

// The profile page with a server that answers it.

export const broken = () => errorReply('Internal server error', 500)

export const asha = {
  date_of_birth: '1998-08-14',
  email: 'asha@example.in',
  name: 'Asha Rao',
  phone: '+91 98450 12345',
  property_id: '7',
  reminders: true
}

/** The same in the form. */
export const fields = { ...asha, reminders: 'on' }

const properties = [
  { id: 7, location: 'Indiranagar', name: 'Palm Grove' },
  { id: 9, location: 'Panjim, Goa', name: 'Lakeview' }
]

export let visitedUrls: string[]

export const saves = () => requestsTo('/api/profile').flatMap(({ body, method }) => (method === 'PUT' ? [body] : []))

export const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]

export const settled = () => advanceTime(10)

export async function arrive() {
  vi.resetModules()
  const form = {
    ...(await import('#stores/profile/profile-form.ts')),
    ...(await import('#stores/kit/property-list.ts'))
  }
  const { $toasts } = await import('#stores/app/toasts.ts')
  onLeave(form.$savedProfile.listen(() => undefined))
  const toastTexts = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...form, toastTexts }
}

export async function arriveAndType(typed: Partial<Record<ProfileField, string>>) {
  const form = await arrive()
  await settled()
  for (const [field, value] of Object.entries(typed)) form.setField(field as ProfileField, value)
  return form
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export function setUpProfilePage(): void {
  setUpRiderTab({
    now: '2026-06-15T10:00:00Z',
    path: '/profile',
    replies: () => ({
      'GET /api/profile': () => json(asha),
      'GET /api/properties': () => json(properties),
      'PUT /api/profile': ({ body }) => json(body)
    })
  })
  beforeEach(() => {
    visitedUrls = []
    const go = (url: string) => void visitedUrls.push(url)
    vi.stubGlobal('location', { assign: go, pathname: '/profile', protocol: 'https:', replace: go })
  })
}
