// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import * as text from '#messages/account/auth.ts'
import { json, offline } from '#tests/helpers/servers/api-server.ts'
import { arrive, carried, filled, photo, replies, sent, setUpAuthPage, visitedUrls } from './page.ts'

setUpAuthPage()

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
