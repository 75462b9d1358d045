// @vitest-environment jsdom

import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import * as authText from '#messages/account/auth.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  carriedToasts,
  mountStores,
  server,
  shownToasts,
  visitedUrls,
  waitForTask,
  waitUntil,
  withKind
} from '#tests/stores/browser-tab.ts'
import { arrive, filled, sentPaths, setUpAuthPage } from './page.ts'

setUpAuthPage()

const signInBodies = () => server.requestsTo(signIn).map(({ body }) => body)

describe('signing in', () => {
  test('saves the session, carries the welcome toast to the home page and opens it', async () => {
    const { $isNavigating, submitSignIn } = await arrive({
      email: ' asha@example.in ',
      password: ' as typed '
    })
    await waitForTask(submitSignIn())
    expect(signInBodies()).toEqual([{ email: 'asha@example.in', password: ' as typed ' }])
    expect(sentPaths()).toEqual(['/api/auth/signin'])
    expect([localStorage.token, localStorage.userType]).toEqual(['signed-in', 'user'])
    expect(carriedToasts(withKind)).toEqual([`success: ${authText.welcomeBack}`])
    expect(visitedUrls).toEqual(['/'])
    expect(await shownToasts()).toEqual([])
    expect($isNavigating.get()).toBe(true)
  })

  const CREDENTIALS = ['', 'a'].flatMap(email => ['', 'x'].map(password => ({ email, password })))
  test.each(CREDENTIALS)('requires the fields that the contract requires: %j', async credentials => {
    const { missingFields } = await import('#stores/auth/sign-in.ts')
    for (const { body } of [signIn, signInAdmin]) {
      const rejected = v.safeParse(body, credentials).issues?.map(issue => v.getDotPath(issue)) ?? []
      expect(Object.keys(missingFields(credentials))).toEqual(rejected)
    }
  })

  test.each([
    [{ email: 'asha@example.in' }, ['password']],
    [{ password: 'x' }, ['email']],
    [{ email: '   ' }, ['email', 'password']]
  ])('requires the fields missing in %j', async (fields, missing) => {
    const { $errors, $errorCount, submitSignIn } = await arrive(fields)
    await waitForTask(submitSignIn())
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.signInIncomplete}`])
    expect(Object.keys($errors.get())).toEqual(missing)
    expect($errorCount.get()).toBe(1)
    expect(sentPaths()).toEqual([])
  })

  test.each([
    ['cookies', () => vi.spyOn(Document.prototype, 'cookie', 'set')],
    ['storage', () => vi.spyOn(Storage.prototype, 'setItem')]
  ])('says what to allow before it sends anything, if the browser refuses %s', async (_, spyOn) => {
    const refused = spyOn().mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const { $formError, submitSignIn } = await arrive(filled)
    await waitForTask(submitSignIn())
    refused.mockRestore()
    expect($formError.get()).toBe(authText.siteDataRefused)
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.siteDataRefused}`])
    expect(sentPaths()).toEqual([])
    await waitForTask(submitSignIn())
    expect(visitedUrls).toEqual(['/'])
    expect(document.cookie).not.toContain('probe')
  })

  test("shows the server's reason, by the password for wrong credentials, and keeps the input", async () => {
    server.fail(signIn, errorFault(authText.wrongCredentials, 401))
    const { $isSubmitting, $errors, $fields, submitSignIn } = await arrive(filled)
    await waitForTask(submitSignIn())
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.wrongCredentials}`])
    expect($errors.get()).toEqual({ password: authText.wrongCredentials })
    expect($fields.get()).toMatchObject(filled)
    expect($isSubmitting.get()).toBe(false)
    expect(visitedUrls).toEqual([])
  })

  test('sends one request for repeated presses', async () => {
    const { submitSignIn } = await arrive(filled)
    await waitForTask(Promise.all([submitSignIn(), submitSignIn(), submitSignIn()]))
    expect(sentPaths()).toHaveLength(1)
  })

  test('reads values that a password manager put into the form', async () => {
    const { submitSignIn, syncFromForm } = await arrive()
    const form = new FormData()
    form.set('email', 'asha@example.in')
    form.set('password', 'Scoot@123')
    form.set('licence_photo', licencePhoto())
    syncFromForm(form)
    await waitForTask(submitSignIn())
    expect(signInBodies()).toEqual([{ email: 'asha@example.in', password: 'Scoot@123' }])
  })
})

const noop = async () => undefined

describe('the form', () => {
  test('keeps its input while toggling, and clears the errors', async () => {
    const { $errors, $fields, $mode, $formError, submitSignIn, toggleAuthMode } = await arrive({
      email: 'asha@example.in'
    })
    await waitForTask(submitSignIn())
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
    const { $fields, $mode, $isToggling, toggleAuthMode } = await arrive({ email: 'asha@example.in' })
    await toggleAuthMode(() => Promise.reject(new Error('The connection is cut.')))
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-in', false])
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.signUpFailed}`])
    expect($fields.get().email).toBe('asha@example.in')
  })

  test('clears the error of the edited field only', async () => {
    const { $errors, submitSignIn, setField } = await arrive()
    await waitForTask(submitSignIn())
    setField('email', 'a')
    expect(Object.keys($errors.get())).toEqual(['password'])
  })

  test('loads the properties, and again on a retry after a failure, which is only logged', async () => {
    server.fail(listProperties, { body: {}, kind: 'answers', status: 500 })
    const { $properties, loadProperties } = await arrive()
    mountStores($properties)
    await waitUntil(() => $properties.get() === 'failed')
    expect(await shownToasts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    server.clearFaults()
    await waitForTask(loadProperties())
    expect($properties.get()).toMatchObject([{ id: '7', name: 'Palm Grove' }])
  })

  test('redirects a signed-in visitor', async () => {
    localStorage.setItem('token', 'kept')
    localStorage.setItem('userType', 'user')
    await arrive()
    expect(visitedUrls).toEqual(['/'])
  })
})
