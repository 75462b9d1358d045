// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LICENCE_FORM_MAX_BYTES } from '#domain/constants.ts'
import * as text from '#messages/auth.ts'
import { invalidEmail } from '#messages/common.ts'
import { startSite } from '#tests/helpers/servers/site.ts'

const NOW = new Date('2026-06-15T10:00:00Z')
const filled = {
  date_of_birth: '2000-02-01',
  email: 'asha@example.in',
  name: 'Asha Rao',
  password: 'Scoot@123',
  phone: '+91 98450 12345',
  property_id: '7'
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, status })

/** What each path answers; a test changes what its story needs. */
let replies: Record<string, () => Promise<Response> | Response>
let sent: { body: unknown; path: string }[]
let places: string[]
let leave: () => void

function answer(path: string, body: unknown): Promise<Response> | Response {
  sent.push({ body, path })
  return replies[path]?.() ?? json({ detail: 'Not found' }, 404)
}

// The photo travels by a request of its own kind, which tells how far it is.
startSite(answer)

function photo({ name = 'licence.jpg', size = 1000, type = 'image/jpeg' } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

async function arrive(fields: Partial<typeof filled> = {}) {
  vi.resetModules()
  const form = { ...(await import('#stores/auth/form.ts')), ...(await import('#stores/auth/sign-up.ts')) }
  // As it is for whoever has typed.
  await import('#client/session/rider-sign-in.ts')
  const licence = await import('#stores/auth/licence-photo.ts')
  const { $errors, $formError, $errorCount } = await import('#stores/auth/errors.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = form.$mode.listen(() => undefined)
  form.$fields.set({ date_of_birth: '', email: '', name: '', password: '', phone: '', property_id: '', ...fields })
  const said = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...form, ...licence, $errors, $refusal: $formError, $refusals: $errorCount, said }
}

const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]
const formSent = () => sent[0]?.body as FormData
const paths = () => sent.map(({ path }) => path)

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
  sessionStorage.clear()
  sent = []
  places = []
  replies = {
    '/api/auth/signin': () => json({ access_token: 'signed-in' }),
    '/api/auth/signup': () => json({ access_token: 'signed-up' }),
    '/api/properties': () => json([{ id: 7, location: 'Indiranagar', name: 'Palm Grove' }]),
    '/api/uploads/license': () => json({ url: '/licences/1' })
  }
  const go = (place: string) => void places.push(place)
  vi.stubGlobal('location', { assign: go, pathname: '/auth', protocol: 'https:', replace: go })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) =>
    answer(path, typeof body === 'string' ? JSON.parse(body) : body)
  )
})
afterEach(() => leave())

describe('signing in', () => {
  test('keeps the session, carries the welcome over and goes home', async () => {
    const { $isNavigating, said, submitSignIn } = await arrive({ email: ' asha@example.in ', password: ' as typed ' })
    await submitSignIn()
    expect(sent).toEqual([{ body: { email: 'asha@example.in', password: ' as typed ' }, path: '/api/auth/signin' }])
    expect([localStorage.token, localStorage.userType]).toEqual(['signed-in', 'user'])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.welcomeBack }])
    expect(places).toEqual(['/'])
    expect(said()).toEqual([])
    expect($isNavigating.get()).toBe(true)
  })

  test.each([
    [{ email: 'asha@example.in' }, ['password']],
    [{ password: 'x' }, ['email']],
    [{ email: '   ' }, ['email', 'password']]
  ])('asks for what is missing of %j', async (fields, missing) => {
    const { $errors, $refusals, said, submitSignIn } = await arrive(fields)
    await submitSignIn()
    expect(said()).toEqual([`error: ${text.signInIncomplete}`])
    expect(Object.keys($errors.get())).toEqual(missing)
    expect($refusals.get()).toBe(1)
    expect(sent).toEqual([])
  })

  test("says the server's reason, by the password when the two don't fit, and keeps what was typed", async () => {
    replies['/api/auth/signin'] = () => json({ detail: text.wrongCredentials }, 401)
    const { $busy, $errors, $fields, said, submitSignIn } = await arrive(filled)
    await submitSignIn()
    expect(said()).toEqual([`error: ${text.wrongCredentials}`])
    expect($errors.get()).toEqual({ password: text.wrongCredentials })
    expect($fields.get()).toEqual(filled)
    expect($busy.get()).toBe(false)
    expect(places).toEqual([])
  })

  test.each([
    ['an answer without a reason', () => json({}, 500)],
    ['a broken network', () => Promise.reject(new TypeError('offline'))]
  ])('says that it failed for %s, and leaves it standing on the form', async (_, reply) => {
    replies['/api/auth/signin'] = reply
    const { $errors, $refusal, said, submitSignIn } = await arrive(filled)
    await submitSignIn()
    expect(said()).toEqual([`error: ${text.loginFailed}`])
    expect($errors.get()).toEqual({})
    expect($refusal.get()).toBe(text.loginFailed)
  })

  test('is asked once however often it is pressed', async () => {
    const { submitSignIn } = await arrive(filled)
    await Promise.all([submitSignIn(), submitSignIn(), submitSignIn()])
    expect(sent).toHaveLength(1)
  })

  test('takes over what a password manager put into the form', async () => {
    const { submitSignIn, syncFromForm } = await arrive()
    const form = new FormData()
    form.set('email', 'asha@example.in')
    form.set('password', 'Scoot@123')
    form.set('licence_photo', photo())
    syncFromForm(form)
    await submitSignIn()
    expect(sent[0]?.body).toEqual({ email: 'asha@example.in', password: 'Scoot@123' })
  })
})

describe('signing up', () => {
  test('uploads the photo, creates the account, keeps the session and goes home', async () => {
    const { choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(paths()).toEqual(['/api/uploads/license', '/api/auth/signup'])
    expect(formSent().get('email')).toBe('asha@example.in')
    expect(sent[1]?.body).toEqual({ ...filled, license_photo_url: '/licences/1' })
    expect(localStorage.token).toBe('signed-up')
    expect(said()).toEqual([`info: ${text.uploadingPhoto}`])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.accountCreated }])
    expect(places).toEqual(['/'])
  })

  test.each(Object.keys(filled))('asks for a missing %s', async field => {
    const { $errors, choosePhoto, said, submitSignUp } = await arrive({ ...filled, [field]: '' })
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(said()).toEqual([`error: ${text.signUpIncomplete}`])
    expect(Object.keys($errors.get())).toEqual([field])
    expect(sent).toEqual([])
  })

  test('asks for a missing photo', async () => {
    const { $errors, said, submitSignUp } = await arrive(filled)
    await submitSignUp(NOW)
    expect(said()).toEqual([`error: ${text.signUpIncomplete}`])
    expect($errors.get()).toEqual({ licence_photo: text.photoMissing })
  })

  test('looks at the fields first, then the age, then the password', async () => {
    const { $fields, choosePhoto, said, submitSignUp } = await arrive({
      ...filled,
      date_of_birth: '2008-06-16',
      name: '',
      password: 'scoot'
    })
    choosePhoto(photo())
    await submitSignUp(NOW)
    $fields.setKey('name', 'Asha')
    await submitSignUp(NOW)
    $fields.setKey('date_of_birth', '2008-06-15')
    await submitSignUp(NOW)
    $fields.setKey('password', 'Scoot@123')
    await submitSignUp(NOW)
    const lacking = 'At least 8 characters, One uppercase letter, One number, One special character'
    expect(said()).toEqual([
      'error: Please fill all fields and upload license photo',
      'error: You must be at least 18 years old to sign up',
      `error: Password must contain: ${lacking}`,
      'info: Uploading license photo...'
    ])
  })

  test('finds an impossible e-mail before the photo travels', async () => {
    const { $errors, choosePhoto, submitSignUp } = await arrive({ ...filled, email: 'asha at example' })
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect($errors.get()).toEqual({ email: invalidEmail })
    expect(sent).toEqual([])
  })

  test('shows a taken e-mail by its field', async () => {
    replies['/api/auth/signup'] = () => json({ detail: text.emailTaken }, 409)
    const { $errors, choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(said().at(-1)).toBe(`error: ${text.emailTaken}`)
    expect($errors.get()).toEqual({ email: text.emailTaken })
  })

  test("says a 422's list in one sentence and shows each by its field", async () => {
    const detail = [
      { loc: ['body', 'phone'], msg: 'Too long', type: 'max_length' },
      { loc: ['body', 'license_photo_url'], msg: text.unknownLicence, type: 'check' },
      { loc: ['body'], msg: 'Odd', type: 'check' }
    ]
    replies['/api/auth/signup'] = () => json({ detail }, 422)
    const { $errors, choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    const list = `body.phone: Too long, body.license_photo_url: ${text.unknownLicence}, body: Odd`
    expect(said().at(-1)).toBe(`error: Validation error: ${list}`)
    expect($errors.get()).toEqual({ licence_photo: text.unknownLicence, phone: 'Too long' })
  })

  test('says that it failed when the server gives no reason', async () => {
    replies['/api/auth/signup'] = () => json({}, 500)
    const { $refusal, choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(said().at(-1)).toBe(`error: ${text.signUpFailed}`)
    expect($refusal.get()).toBe(text.signUpFailed)
  })
})

describe('the licence photo in the form', () => {
  test.each([
    ['too large, whatever it is', { size: LICENCE_FORM_MAX_BYTES, type: 'text/plain' }, text.photoTooLargeForForm],
    ['no image', { type: 'application/pdf' }, text.photoNotImage]
  ])('is refused when %s, and the one before stays', async (_, wrong, sentence) => {
    const { $errors, $photo, choosePhoto, said } = await arrive()
    const first = photo()
    choosePhoto(first)
    choosePhoto(photo(wrong))
    expect(said()).toEqual([`error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($photo.get()).toBe(first)
  })

  test('is taken just below the limit', async () => {
    const { $photo, choosePhoto } = await arrive()
    choosePhoto(photo({ size: LICENCE_FORM_MAX_BYTES - 1 }))
    expect($photo.get()).not.toBeNull()
  })
})

describe('a photo that could not be uploaded', () => {
  test('is told with the reason once, without repeating the prefix, and there is no account', async () => {
    replies['/api/uploads/license'] = () => json({ detail: text.uploadNotImage }, 400)
    const { $errors, $uploadPercent, choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    const sentence = 'License photo upload failed: Only image files are allowed'
    expect(said()).toEqual([`info: ${text.uploadingPhoto}`, `error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($uploadPercent.get()).toBeNull()
    expect(paths()).toEqual(['/api/uploads/license'])
  })

  test('is told in the same words when the account call finds the fault with it', async () => {
    replies['/api/auth/signup'] = () => json({ detail: 'Upload failed: unreadable' }, 400)
    const { choosePhoto, said, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(said().at(-1)).toBe('error: License photo upload failed: unreadable')
  })
})

/** The other form has come. */
const there = async () => undefined

describe('the form', () => {
  test('keeps what was typed while toggling, and forgets the errors', async () => {
    const { $errors, $fields, $mode, $refusal, submitSignIn, toggleAuthMode } = await arrive({
      email: 'asha@example.in'
    })
    await submitSignIn()
    await toggleAuthMode(there)
    expect($mode.get()).toBe('sign-up')
    expect($fields.get().email).toBe('asha@example.in')
    expect([$errors.get(), $refusal.get()]).toEqual([{}, null])
    await toggleAuthMode(there)
    expect($mode.get()).toBe('sign-in')
  })

  test('of a new account is busy until it has come, however often it is chosen', async () => {
    const { $mode, $toggling, toggleAuthMode } = await arrive()
    let come = () => {}
    const bring = vi.fn(() => new Promise<void>(resolve => (come = resolve)))
    const chosen = toggleAuthMode(bring)
    void toggleAuthMode(bring)
    expect([$mode.get(), $toggling.get()]).toEqual(['sign-in', true])
    come()
    await chosen
    expect([$mode.get(), $toggling.get()]).toEqual(['sign-up', false])
    expect(bring).toHaveBeenCalledOnce()
  })

  test('of a new account that does not come leaves the other one standing, and says that it failed', async () => {
    const { $fields, $mode, $toggling, said, toggleAuthMode } = await arrive({ email: 'asha@example.in' })
    await toggleAuthMode(() => Promise.reject(new TypeError('Failed to fetch')))
    expect([$mode.get(), $toggling.get()]).toEqual(['sign-in', false])
    expect(said()).toEqual([`error: ${text.signUpFailed}`])
    expect($fields.get().email).toBe('asha@example.in')
  })

  test('takes the error away from the field that is typed into, and only from it', async () => {
    const { $errors, submitSignIn, setField } = await arrive()
    await submitSignIn()
    setField('email', 'a')
    expect(Object.keys($errors.get())).toEqual(['password'])
  })

  test('loads the properties, and again when asked after a failure that is only logged', async () => {
    const answer = replies['/api/properties']
    replies['/api/properties'] = () => json({}, 500)
    const { $properties, $propertiesFailed, loadProperties, said } = await arrive()
    const stop = $properties.listen(() => undefined)
    await vi.waitFor(() => expect($propertiesFailed.get()).toBe(true))
    expect(said()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    replies['/api/properties'] = answer as () => Response
    await loadProperties()
    expect($propertiesFailed.get()).toBe(false)
    expect($properties.get().map(({ id, name }) => [id, name])).toEqual([['7', 'Palm Grove']])
    stop()
  })

  test('sends somebody who is signed in already where he belongs', async () => {
    localStorage.setItem('token', 'kept')
    localStorage.setItem('userType', 'user')
    await arrive()
    expect(places).toEqual(['/'])
  })
})
