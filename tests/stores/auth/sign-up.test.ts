// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { PHOTO_FORM_MAX_BYTES, RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as uploadsText from '#messages/uploads.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { makeUnreadable, SIGNATURES } from '#tests/helpers/data/photos.ts'
import { errorFault, refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  carriedToasts,
  mountStores,
  server,
  shownToasts,
  visitedUrls,
  waitForTask,
  withKind
} from '#tests/stores/browser-tab.ts'
import { arrive, filled, sentPaths, setUpAuthPage } from './page.ts'

setUpAuthPage()

const NOW = new Date('2026-06-15T10:00:00Z')
/** More than the pause after which the photo is uploaded. */
const TYPING_MS = 1200

describe('signing up', () => {
  test('uploads the photo, creates the account, saves the session and opens the home page', async () => {
    const { choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect(sentPaths()).toEqual(['/api/uploads/license', '/api/auth/signup'])
    expect(server.requestsTo(uploadLicence)[0]?.body).toMatchObject({ email: 'asha@example.in' })
    expect(server.requestsTo(signUp)[0]?.body).toEqual({
      ...filled,
      license_photo_url: '/licences/1',
      terms_version: TERMS_VERSION
    })
    expect(localStorage.token).toBe('signed-up')
    expect(await shownToasts(withKind)).toEqual([`info: ${uploadsText.uploadingPhoto}`])
    expect(carriedToasts(withKind)).toEqual([`success: ${authText.accountCreated}`])
    expect(visitedUrls).toEqual(['/'])
  })

  test.each(Object.keys(filled))('requires %s', async field => {
    const { $errors, choosePhoto, submitSignUp } = await arrive({ ...filled, [field]: '' })
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.signUpIncomplete}`])
    expect($errors.get()).toEqual({ [field]: accountText.fieldMissing[field as keyof typeof accountText.fieldMissing] })
    expect(sentPaths()).toEqual([])
  })

  test('asks for the code of a property that has one, also if the server alone knows of it', async () => {
    const { $errors, $needsJoinCode, choosePhoto, loadProperties, setSignUpField, submitSignUp } = await arrive(filled)
    expect($needsJoinCode.get()).toBe(false)
    await loadProperties()
    choosePhoto(licencePhoto())
    server.fail(signUp, refusalFault('join_code_missing', accountText.joinCodeMissing), 1)
    await waitForTask(submitSignUp(NOW))
    expect($errors.get()).toEqual({ join_code: accountText.joinCodeMissing })
    expect($needsJoinCode.get()).toBe(true)
    await waitForTask(submitSignUp(NOW))
    expect($errors.get()).toEqual({ join_code: accountText.joinCodeMissing })
    setSignUpField('join_code', 'sea-123')
    expect($errors.get()).toEqual({})
    await waitForTask(submitSignUp(NOW))
    expect(server.requestsTo(signUp).map(({ body }) => body)).toEqual([
      { ...filled, license_photo_url: '/licences/1', terms_version: TERMS_VERSION },
      { ...filled, join_code: 'SEA123', license_photo_url: '/licences/1', terms_version: TERMS_VERSION }
    ])
  })

  test.each(['0098-04-12', '1899-12-31'])('asks to check the year of %s', async date_of_birth => {
    const { $errors, choosePhoto, submitSignUp } = await arrive({ ...filled, date_of_birth })
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect($errors.get()).toEqual({ date_of_birth: authText.checkBirthYear })
    expect(sentPaths()).toEqual([])
  })

  test('says what to allow before it uploads the photo, if the browser refuses cookies', async () => {
    const refused = vi.spyOn(Document.prototype, 'cookie', 'set').mockReturnValue(undefined)
    const { $formError, choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    refused.mockRestore()
    expect($formError.get()).toBe(authText.siteDataRefused)
    expect(sentPaths()).toEqual([])
  })

  test('validates missing fields first, then the age, then the password', async () => {
    const { choosePhoto, setSignUpField, submitSignUp } = await arrive({
      ...filled,
      date_of_birth: '2008-06-16',
      name: '',
      password: 'scoot'
    })
    choosePhoto(licencePhoto())
    const submit = async () => {
      await waitForTask(submitSignUp(NOW))
      return shownToasts(withKind)
    }
    expect(await submit()).toEqual(['error: Please fill all fields and upload license photo'])
    setSignUpField('name', 'Asha')
    expect(await submit()).toEqual(['error: You must be at least 18 years old to sign up'])
    setSignUpField('date_of_birth', '2008-06-15')
    const missingRules = 'At least 8 characters, One uppercase letter, One number, One special character'
    expect(await submit()).toEqual([`error: Password must contain: ${missingRules}`])
    setSignUpField('password', 'Scoot@123')
    expect(await submit()).toEqual(['info: Uploading license photo...'])
  })

  test('shows the errors of all fields at once, with one message for the first', async () => {
    const { $errors, submitSignUp } = await arrive({
      ...filled,
      date_of_birth: '2008-06-16',
      name: '',
      password: 'scoot'
    })
    await waitForTask(submitSignUp(NOW))
    expect($errors.get()).toMatchObject({
      date_of_birth: authText.tooYoung,
      licence_photo: authText.photoMissing,
      name: accountText.fieldMissing.name,
      password: expect.stringContaining('Password must contain')
    })
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.signUpIncomplete}`])
  })

  test('keeps the error of a field until its value is valid', async () => {
    const { $errors, setSignUpField, submitSignUp, toggleAuthMode } = await arrive({ ...filled, password: 'scoot' })
    await toggleAuthMode(async () => undefined)
    await waitForTask(submitSignUp(NOW))
    setSignUpField('password', 'Scoot@12')
    expect($errors.get().password).toBeUndefined()
    setSignUpField('password', 'Scoot@')
    expect($errors.get().password).toBeUndefined()
    await waitForTask(submitSignUp(NOW))
    setSignUpField('password', 'Scoot@1')
    expect($errors.get().password).toBe('Password must contain: At least 8 characters')
    setSignUpField('password', 'Scoot@12')
    expect($errors.get().password).toBeUndefined()
  })

  test('shows what is wrong with a field that the visitor leaves, without a message', async () => {
    const { $errors, checkField, setSignUpField } = await arrive({ ...filled, date_of_birth: '' })
    checkField('date_of_birth')
    expect($errors.get()).toEqual({})
    setSignUpField('date_of_birth', '2020-01-01')
    checkField('date_of_birth')
    expect($errors.get()).toEqual({ date_of_birth: authText.tooYoung })
    expect(await shownToasts()).toEqual([])
  })

  test('rejects an invalid email before the photo is uploaded', async () => {
    const { $errors, choosePhoto, submitSignUp } = await arrive({ ...filled, email: 'asha at example' })
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect($errors.get()).toEqual({ email: apiErrorsText.invalidEmail })
    expect(sentPaths()).toEqual([])
  })

  test('does not upload the photo again after another email was taken, but uploads another photo', async () => {
    server.fail(signUp, errorFault(authText.emailTaken, 409), 2)
    const { choosePhoto, setSignUpField, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    setSignUpField('email', 'asha.rao@example.in')
    await waitForTask(submitSignUp(NOW))
    expect(server.requestCount(uploadLicence)).toBe(1)
    expect(server.requestsTo(signUp)[1]?.body).toMatchObject({ license_photo_url: '/licences/1' })
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.emailTaken}`])
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect(server.requestCount(uploadLicence)).toBe(2)
    expect(visitedUrls).toEqual(['/'])
  })

  describe('before the press', () => {
    /** Chooses the photo with all other fields filled in, and lets the upload begin. */
    async function chooseEarly() {
      const page = await arrive(filled)
      mountStores(page.$photo)
      page.choosePhoto(licencePhoto())
      await advanceTime(TYPING_MS)
      return page
    }

    test('uploads the photo once all fields are valid and the visitor pauses, without a word', async () => {
      const { $photo, $uploadPercent, choosePhoto, setSignUpField, submitSignUp } = await arrive({
        ...filled,
        email: ''
      })
      mountStores($photo)
      await choosePhoto(licencePhoto())
      await advanceTime(TYPING_MS)
      setSignUpField('email', 'asha@example.co')
      await advanceTime(TYPING_MS / 4)
      expect(sentPaths()).toEqual([])
      setSignUpField('email', filled.email)
      await advanceTime(TYPING_MS)
      expect(server.requestsTo(uploadLicence)).toMatchObject([{ body: { email: filled.email } }])
      expect([$uploadPercent.get(), await shownToasts()]).toEqual([null, []])
      await waitForTask(submitSignUp(NOW))
      expect(sentPaths()).toEqual(['/api/uploads/license', '/api/auth/signup'])
      expect(await shownToasts(withKind)).toEqual([`info: ${uploadsText.uploadingPhoto}`])
    })

    test('the press waits for an upload that runs, and shows its progress', async () => {
      server.fail(uploadLicence, { kind: 'slow' }, 1)
      const { $photo, $uploadPercent, submitSignUp } = await chooseEarly()
      expect([$photo.get()?.name, $uploadPercent.get()]).toEqual(['licence.jpg', null])
      const pressed = submitSignUp(NOW)
      await advanceTime(10)
      expect($uploadPercent.get()).not.toBeNull()
      server.release()
      await waitForTask(pressed)
      expect(sentPaths()).toEqual(['/api/uploads/license', '/api/auth/signup'])
    })

    test('an upload that has failed is tried again at the press', async () => {
      server.fail(uploadLicence, serverError, 1)
      const { $errors, submitSignUp } = await chooseEarly()
      expect([$errors.get(), await shownToasts()]).toEqual([{}, []])
      await waitForTask(submitSignUp(NOW))
      expect(server.requestCount(uploadLicence)).toBe(2)
      expect(visitedUrls).toEqual(['/'])
    })

    test('an upload that fails while the press waits for it is tried again', async () => {
      const answer = server.answerLater(uploadLicence)
      const { submitSignUp } = await chooseEarly()
      const pressed = submitSignUp(NOW)
      server.answer(uploadLicence, { url: '/licences/1' })
      answer(serverError)
      await waitForTask(pressed)
      expect(server.requestCount(uploadLicence)).toBe(2)
      expect(visitedUrls).toEqual(['/'])
    })

    test('another photo stops the upload of the first, and is the one that is sent', async () => {
      server.answerTo(uploadLicence, ({ number }) => ({ body: { url: `/licences/${number}` } }))
      server.fail(uploadLicence, { kind: 'hangs' }, 1)
      const { choosePhoto, submitSignUp } = await chooseEarly()
      await choosePhoto(licencePhoto({ name: 'other.jpg' }))
      await advanceTime(TYPING_MS)
      await waitForTask(submitSignUp(NOW))
      expect(server.requestCount(uploadLicence)).toBe(2)
      expect(server.requestsTo(signUp)[0]?.body).toMatchObject({ license_photo_url: '/licences/2' })
    })

    test('a photo that is removed or refused begins no upload', async () => {
      const { choosePhoto, removePhoto, $photo } = await arrive(filled)
      mountStores($photo)
      await choosePhoto(licencePhoto({ content: SIGNATURES.gif, type: 'image/gif' }))
      await advanceTime(TYPING_MS)
      await choosePhoto(licencePhoto())
      removePhoto()
      await advanceTime(TYPING_MS)
      expect(sentPaths()).toEqual([])
    })
  })

  test('uploads the photo again after the server did not know it', async () => {
    const detail = [{ loc: ['body', 'license_photo_url'], msg: authText.unknownLicence, type: 'check' }]
    server.fail(signUp, { body: { detail }, kind: 'answers', status: 422 }, 1)
    const { choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    await waitForTask(submitSignUp(NOW))
    expect(server.requestCount(uploadLicence)).toBe(2)
    expect(visitedUrls).toEqual(['/'])
  })

  test("shows a 422's errors in one message and by each field", async () => {
    const detail = [
      { loc: ['body', 'phone'], msg: 'Too long', type: 'max_length' },
      { loc: ['body', 'license_photo_url'], msg: authText.unknownLicence, type: 'check' },
      { loc: ['body'], msg: 'Odd', type: 'check' }
    ]
    server.fail(signUp, { body: { detail }, kind: 'answers', status: 422 })
    const { $errors, choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    const list = `body.phone: Too long, body.license_photo_url: ${authText.unknownLicence}, body: Odd`
    expect((await shownToasts(withKind)).at(-1)).toBe(`error: Validation error: ${list}`)
    expect($errors.get()).toEqual({ licence_photo: authText.unknownLicence, phone: 'Too long' })
  })
})

describe('the licence photo in the form', () => {
  test.each([
    ['too large, whatever it is', { size: PHOTO_FORM_MAX_BYTES, type: 'text/plain' }, uploadsText.photoTooLargeForForm],
    ['no image', { content: '%PDF', type: 'application/pdf' }, uploadsText.photoNotImage],
    ['a page that says it is a JPEG', { content: '<html>' }, apiErrorsText.notImage],
    [
      'a HEIC that this browser cannot make smaller',
      { content: SIGNATURES.heic, size: RIDER_PHOTO_MAX_BYTES + 1, type: 'image/heic' },
      uploadsText.uploadTooLarge
    ]
  ])('is rejected when %s, and the previous photo stays', async (_, wrong, sentence) => {
    const { $errors, $photo, choosePhoto } = await arrive()
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')))
    const first = licencePhoto()
    await choosePhoto(first)
    await choosePhoto(licencePhoto(wrong))
    expect(await shownToasts(withKind)).toEqual([`error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($photo.get()).toBe(first)
  })

  test.each(['', 'application/octet-stream'])('is accepted by its bytes if it has the type %j', async type => {
    const { $photo, choosePhoto } = await arrive()
    await choosePhoto(licencePhoto({ name: 'photo', type }))
    expect($photo.get()).not.toBeNull()
    expect(await shownToasts()).toEqual([])
  })

  test('must be chosen again if it was deleted on the device', async () => {
    const { $errors, choosePhoto, submitSignUp } = await arrive(filled)
    const chosen = licencePhoto()
    await choosePhoto(chosen)
    makeUnreadable(chosen)
    await waitForTask(submitSignUp(NOW))
    const sentence = uploadsText.licenceUploadFailed(uploadsText.photoUnreadable)
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect((await shownToasts()).at(-1)).toBe(sentence)
    expect(sentPaths()).toEqual([])
  })
})

describe('a photo that fails to upload', () => {
  test('shows the reason once, with one prefix, and no account is created', async () => {
    server.fail(uploadLicence, errorFault(apiErrorsText.notImage))
    const { $errors, $uploadPercent, choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    const sentence = 'License photo upload failed: Only image files are allowed'
    expect(await shownToasts(withKind)).toEqual([`error: ${sentence}`])
    expect($errors.get()).toEqual({ licence_photo: sentence })
    expect($uploadPercent.get()).toBeNull()
    expect(sentPaths()).toEqual(['/api/uploads/license'])
  })

  test('shows the same message when the sign-up call rejects the photo', async () => {
    server.fail(signUp, errorFault('Upload failed: unreadable'))
    const { choosePhoto, submitSignUp } = await arrive(filled)
    choosePhoto(licencePhoto())
    await waitForTask(submitSignUp(NOW))
    expect((await shownToasts(withKind)).at(-1)).toBe('error: License photo upload failed: unreadable')
  })
})
