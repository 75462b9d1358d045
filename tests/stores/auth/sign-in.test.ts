// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import * as authText from '#messages/account/auth.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { carriedToasts, server, shownToasts, visitedUrls, waitForTask, withKind } from '#tests/stores/browser-tab.ts'
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

  test.each([
    ['a response without a reason', { body: {}, kind: 'answers', status: 500 }],
    ['a broken network', { kind: 'offline' }]
  ] as const)('shows the failure for %s in a toast and on the form', async (_, fault) => {
    server.fail(signIn, fault)
    const { $errors, $formError, submitSignIn } = await arrive(filled)
    await waitForTask(submitSignIn())
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.loginFailed}`])
    expect($errors.get()).toEqual({})
    expect($formError.get()).toBe(authText.loginFailed)
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
