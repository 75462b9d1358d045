// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LICENCE_FORM_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import * as text from '#messages/account/auth.ts'
import * as uploadsText from '#messages/uploads.ts'
import { invalidEmail } from '#messages/validation.ts'
import { errorReply, json, offline, type Reply, startApiServer } from '#tests/helpers/servers/api-server.ts'

const NOW = new Date('2026-06-15T10:00:00Z')
const filled = {
  date_of_birth: '2000-02-01',
  email: 'asha@example.in',
  name: 'Asha Rao',
  password: 'Scoot@123',
  phone: '+91 98450 12345',
  property_id: '7'
}

/** The response for each path. A test changes those it needs. */
let replies: Record<string, Reply>
let sent: { body: Record<string, unknown>; path: string }[]
let visitedUrls: string[]
let leave: () => void

startApiServer(request => {
  const { body, path } = request
  sent.push({ body, path })
  return replies[path]?.(request) ?? errorReply('Not found', 404)
})

function photo({ name = 'licence.jpg', size = 1000, type = 'image/jpeg' } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

async function arrive(fields: Partial<typeof filled> = {}) {
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

const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]
const paths = () => sent.map(({ path }) => path)

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

describe('signing in', () => {
  test('saves the session, carries the welcome toast to the home page and opens it', async () => {
    const { $isNavigating, toastTexts, submitSignIn } = await arrive({
      email: ' asha@example.in ',
      password: ' as typed '
    })
    await submitSignIn()
    expect(sent).toEqual([{ body: { email: 'asha@example.in', password: ' as typed ' }, path: '/api/auth/signin' }])
    expect([localStorage.token, localStorage.userType]).toEqual(['signed-in', 'user'])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.welcomeBack }])
    expect(visitedUrls).toEqual(['/'])
    expect(toastTexts()).toEqual([])
    expect($isNavigating.get()).toBe(true)
  })

  test.each([
    [{ email: 'asha@example.in' }, ['password']],
    [{ password: 'x' }, ['email']],
    [{ email: '   ' }, ['email', 'password']]
  ])('requires the fields missing in %j', async (fields, missing) => {
    const { $errors, $errorCount, toastTexts, submitSignIn } = await arrive(fields)
    await submitSignIn()
    expect(toastTexts()).toEqual([`error: ${text.signInIncomplete}`])
    expect(Object.keys($errors.get())).toEqual(missing)
    expect($errorCount.get()).toBe(1)
    expect(sent).toEqual([])
  })

  test("shows the server's reason, by the password for wrong credentials, and keeps the input", async () => {
    replies['/api/auth/signin'] = () => json({ detail: text.wrongCredentials }, 401)
    const { $isBusy, $errors, $fields, toastTexts, submitSignIn } = await arrive(filled)
    await submitSignIn()
    expect(toastTexts()).toEqual([`error: ${text.wrongCredentials}`])
    expect($errors.get()).toEqual({ password: text.wrongCredentials })
    expect($fields.get()).toEqual(filled)
    expect($isBusy.get()).toBe(false)
    expect(visitedUrls).toEqual([])
  })

  test.each([
    ['a response without a reason', () => json({}, 500)],
    ['a broken network', offline]
  ])('shows the failure for %s in a toast and on the form', async (_, reply) => {
    replies['/api/auth/signin'] = reply
    const { $errors, $formError, toastTexts, submitSignIn } = await arrive(filled)
    await submitSignIn()
    expect(toastTexts()).toEqual([`error: ${text.loginFailed}`])
    expect($errors.get()).toEqual({})
    expect($formError.get()).toBe(text.loginFailed)
  })

  test('sends one request for repeated presses', async () => {
    const { submitSignIn } = await arrive(filled)
    await Promise.all([submitSignIn(), submitSignIn(), submitSignIn()])
    expect(sent).toHaveLength(1)
  })

  test('reads values that a password manager put into the form', async () => {
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
  test('uploads the photo, creates the account, saves the session and opens the home page', async () => {
    const { choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(paths()).toEqual(['/api/uploads/license', '/api/auth/signup'])
    expect(sent[0]?.body.email).toBe('asha@example.in')
    expect(sent[1]?.body).toEqual({ ...filled, license_photo_url: '/licences/1' })
    expect(localStorage.token).toBe('signed-up')
    expect(toastTexts()).toEqual([`info: ${uploadsText.uploadingPhoto}`])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.accountCreated }])
    expect(visitedUrls).toEqual(['/'])
  })

  test.each(Object.keys(filled))('requires %s', async field => {
    const { $errors, choosePhoto, toastTexts, submitSignUp } = await arrive({ ...filled, [field]: '' })
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(toastTexts()).toEqual([`error: ${text.signUpIncomplete}`])
    expect(Object.keys($errors.get())).toEqual([field])
    expect(sent).toEqual([])
  })

  test('requires a photo', async () => {
    const { $errors, toastTexts, submitSignUp } = await arrive(filled)
    await submitSignUp(NOW)
    expect(toastTexts()).toEqual([`error: ${text.signUpIncomplete}`])
    expect($errors.get()).toEqual({ licence_photo: text.photoMissing })
  })

  test('validates missing fields first, then the age, then the password', async () => {
    const { $fields, choosePhoto, toastTexts, submitSignUp } = await arrive({
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
    const missingRules = 'At least 8 characters, One uppercase letter, One number, One special character'
    expect(toastTexts()).toEqual([
      'error: Please fill all fields and upload license photo',
      'error: You must be at least 18 years old to sign up',
      `error: Password must contain: ${missingRules}`,
      'info: Uploading license photo...'
    ])
  })

  test('shows the errors of all fields at once, with one message for the first', async () => {
    const { $errors, toastTexts, submitSignUp } = await arrive({
      ...filled,
      date_of_birth: '2008-06-16',
      name: '',
      password: 'scoot'
    })
    await submitSignUp(NOW)
    expect($errors.get()).toMatchObject({
      date_of_birth: text.tooYoung,
      licence_photo: text.photoMissing,
      name: text.fieldMissing.name,
      password: expect.stringContaining('Password must contain')
    })
    expect(toastTexts()).toEqual([`error: ${text.signUpIncomplete}`])
  })

  test('keeps the error of a field until its value is valid', async () => {
    const { $errors, $mode, setField, submitSignUp } = await arrive({ ...filled, password: 'scoot' })
    $mode.set('sign-up')
    await submitSignUp(NOW)
    setField('password', 'Scoot@12')
    expect($errors.get().password).toBeUndefined()
    setField('password', 'Scoot@')
    expect($errors.get().password).toBeUndefined()
    await submitSignUp(NOW)
    setField('password', 'Scoot@1')
    expect($errors.get().password).toBe('Password must contain: At least 8 characters')
    setField('password', 'Scoot@12')
    expect($errors.get().password).toBeUndefined()
  })

  test('shows what is wrong with a field that the visitor leaves, without a message', async () => {
    const { $errors, checkField, setField, toastTexts } = await arrive({ ...filled, date_of_birth: '' })
    checkField('date_of_birth')
    expect($errors.get()).toEqual({})
    setField('date_of_birth', '2020-01-01')
    checkField('date_of_birth')
    expect($errors.get()).toEqual({ date_of_birth: text.tooYoung })
    expect(toastTexts()).toEqual([])
  })

  test('rejects an invalid email before the photo is uploaded', async () => {
    const { $errors, choosePhoto, submitSignUp } = await arrive({ ...filled, email: 'asha at example' })
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect($errors.get()).toEqual({ email: invalidEmail })
    expect(sent).toEqual([])
  })

  test('shows a used email as an error of its field', async () => {
    replies['/api/auth/signup'] = () => json({ detail: text.emailTaken }, 409)
    const { $errors, choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(toastTexts().at(-1)).toBe(`error: ${text.emailTaken}`)
    expect($errors.get()).toEqual({ email: text.emailTaken })
  })

  test("shows a 422's errors in one message and by each field", async () => {
    const detail = [
      { loc: ['body', 'phone'], msg: 'Too long', type: 'max_length' },
      { loc: ['body', 'license_photo_url'], msg: text.unknownLicence, type: 'check' },
      { loc: ['body'], msg: 'Odd', type: 'check' }
    ]
    replies['/api/auth/signup'] = () => json({ detail }, 422)
    const { $errors, choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    const list = `body.phone: Too long, body.license_photo_url: ${text.unknownLicence}, body: Odd`
    expect(toastTexts().at(-1)).toBe(`error: Validation error: ${list}`)
    expect($errors.get()).toEqual({ licence_photo: text.unknownLicence, phone: 'Too long' })
  })

  test('shows a default message when the server sends no reason', async () => {
    replies['/api/auth/signup'] = () => json({}, 500)
    const { $formError, choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(toastTexts().at(-1)).toBe(`error: ${text.signUpFailed}`)
    expect($formError.get()).toBe(text.signUpFailed)
  })
})

describe('the licence photo in the form', () => {
  test.each([
    [
      'too large, whatever it is',
      { size: LICENCE_FORM_MAX_BYTES, type: 'text/plain' },
      uploadsText.photoTooLargeForForm
    ],
    ['no image', { type: 'application/pdf' }, uploadsText.photoNotImage]
  ])('is rejected when %s, and the previous photo stays', async (_, wrong, sentence) => {
    const { $errors, $photo, choosePhoto, toastTexts } = await arrive()
    const first = photo()
    choosePhoto(first)
    choosePhoto(photo(wrong))
    expect(toastTexts()).toEqual([`error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($photo.get()).toBe(first)
  })

  test('is accepted just below the limit', async () => {
    const { $photo, choosePhoto } = await arrive()
    choosePhoto(photo({ size: LICENCE_FORM_MAX_BYTES - 1 }))
    expect($photo.get()).not.toBeNull()
  })
})

describe('a photo that fails to upload', () => {
  test('shows the reason once, with one prefix, and no account is created', async () => {
    replies['/api/uploads/license'] = () => json({ detail: uploadsText.uploadNotImage }, 400)
    const { $errors, $uploadPercent, choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    const sentence = 'License photo upload failed: Only image files are allowed'
    expect(toastTexts()).toEqual([`info: ${uploadsText.uploadingPhoto}`, `error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($uploadPercent.get()).toBeNull()
    expect(paths()).toEqual(['/api/uploads/license'])
  })

  test('shows the same message when the sign-up call rejects the photo', async () => {
    replies['/api/auth/signup'] = () => json({ detail: 'Upload failed: unreadable' }, 400)
    const { choosePhoto, toastTexts, submitSignUp } = await arrive(filled)
    choosePhoto(photo())
    await submitSignUp(NOW)
    expect(toastTexts().at(-1)).toBe('error: License photo upload failed: unreadable')
  })
})

const noop = async () => undefined

describe('the form', () => {
  test('keeps its input while toggling, and clears the errors', async () => {
    const { $errors, $fields, $mode, $formError, submitSignIn, toggleAuthMode } = await arrive({
      email: 'asha@example.in'
    })
    await submitSignIn()
    await toggleAuthMode(noop)
    expect($mode.get()).toBe('sign-up')
    expect($fields.get().email).toBe('asha@example.in')
    expect([$errors.get(), $formError.get()]).toEqual([{}, null])
    await toggleAuthMode(noop)
    expect($mode.get()).toBe('sign-in')
  })

  test('for a new account is busy until its code loads, and loads it once', async () => {
    const { $mode, $isToggling, toggleAuthMode } = await arrive()
    let deliver = () => {}
    const bring = vi.fn(() => new Promise<void>(resolve => (deliver = resolve)))
    const chosen = toggleAuthMode(bring)
    void toggleAuthMode(bring)
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-in', true])
    deliver()
    await chosen
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-up', false])
    expect(bring).toHaveBeenCalledOnce()
  })

  test('stays on the sign-in with an error when the code of the sign-up fails to load', async () => {
    const { $fields, $mode, $isToggling, toastTexts, toggleAuthMode } = await arrive({ email: 'asha@example.in' })
    await toggleAuthMode(offline)
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-in', false])
    expect(toastTexts()).toEqual([`error: ${text.signUpFailed}`])
    expect($fields.get().email).toBe('asha@example.in')
  })

  test('clears the error of the edited field only', async () => {
    const { $errors, submitSignIn, setField } = await arrive()
    await submitSignIn()
    setField('email', 'a')
    expect(Object.keys($errors.get())).toEqual(['password'])
  })

  test('loads the properties, and again on a retry after a failure, which is only logged', async () => {
    const answer = replies['/api/properties']
    replies['/api/properties'] = () => json({}, 500)
    const { $properties, loadProperties, toastTexts } = await arrive()
    const stop = $properties.listen(() => undefined)
    await vi.waitFor(() => expect($properties.get()).toBe('failed'))
    expect(toastTexts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    replies['/api/properties'] = answer as () => Response
    await loadProperties()
    expect($properties.get()).toMatchObject([{ id: '7', name: 'Palm Grove' }])
    stop()
  })

  test('redirects a signed-in visitor', async () => {
    localStorage.setItem('token', 'kept')
    localStorage.setItem('userType', 'user')
    await arrive()
    expect(visitedUrls).toEqual(['/'])
  })
})
