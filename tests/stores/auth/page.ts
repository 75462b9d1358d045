import { afterEach, beforeEach, vi } from 'vitest'
import { errorReply, json, type Reply, startApiServer } from '#tests/helpers/servers/api-server.ts'

// The sign-in and sign-up page with a server that answers it.

export const filled = {
  date_of_birth: '2000-02-01',
  email: 'asha@example.in',
  name: 'Asha Rao',
  password: 'Scoot@123',
  phone: '+91 98450 12345',
  property_id: '7'
}

/** The response for each path. A test changes those it needs. */
export let replies: Record<string, Reply>

export let sent: { body: Record<string, unknown>; path: string }[]

export let visitedUrls: string[]

let leave: () => void

startApiServer(request => {
  const { body, path } = request
  sent.push({ body, path })
  return replies[path]?.(request) ?? errorReply('Not found', 404)
})

export function photo({ name = 'licence.jpg', size = 1000, type = 'image/jpeg' } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

export async function arrive(fields: Partial<typeof filled> = {}) {
  vi.resetModules()
  const form = {
    ...(await import('#stores/auth/form.ts')),
    ...(await import('#stores/auth/sign-up.ts')),
    ...(await import('#stores/kit/property-list.ts'))
  }
  // This module loads on the first input.
  await import('#client/session/rider-sign-in.ts')
  const licence = await import('#stores/auth/licence-photo.ts')
  const { $errors, $formError, $errorCount } = await import('#stores/auth/auth-errors.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = form.$mode.listen(() => undefined)
  form.$fields.set({ date_of_birth: '', email: '', name: '', password: '', phone: '', property_id: '', ...fields })
  const toastTexts = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...form, ...licence, $errors, $errorCount, $formError, toastTexts }
}

export const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]

/** Opens the page of a visitor before each test of the file, and leaves it afterwards. */
export function setUpAuthPage(): void {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    localStorage.clear()
    sessionStorage.clear()
    sent = []
    visitedUrls = []
    replies = {
      '/api/auth/signin': () => json({ access_token: 'signed-in' }),
      '/api/auth/signup': () => json({ access_token: 'signed-up' }),
      '/api/properties': () => json([{ id: 7, location: 'Indiranagar', name: 'Palm Grove' }]),
      '/api/uploads/license': () => json({ url: '/licences/1' })
    }
    const navigate = (url: string) => void visitedUrls.push(url)
    vi.stubGlobal('location', { assign: navigate, pathname: '/auth', protocol: 'https:', replace: navigate })
  })
  afterEach(() => leave())
}
