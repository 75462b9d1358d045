// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import {
  fillIn,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  visitedUrls,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openSignIn(typed: Partial<Record<'email' | 'password', string>> = {}) {
  openPage('/admin/auth', null)
  server.answer(signInAdmin, { access_token: 'new-token' })
  const form = await import('#stores/admin/admin-sign-in.ts')
  mountStores(form.signInForm.$fields)
  fillIn(form.signInForm, typed)
  return form
}

const FILLED = { email: ' admin@demo.test ', password: ' as typed ' }
const storedSession = () => [localStorage.getItem('token'), localStorage.getItem('userType')]

describe('signing in as admin', () => {
  test("saves the admin's session, shows the welcome alert, and opens the dashboard when it is closed", async () => {
    const { $alert, closeAlert, submitSignIn } = await openSignIn(FILLED)
    await waitForTask(submitSignIn())
    expect(server.requestsTo(signInAdmin).map(({ body }) => body)).toEqual([
      { email: 'admin@demo.test', password: ' as typed ' }
    ])
    expect(storedSession()).toEqual(['new-token', 'admin'])
    expect([$alert.get()?.sentence, visitedUrls]).toEqual(['Welcome to the Admin Portal!', []])
    closeAlert()
    expect([$alert.get(), visitedUrls]).toEqual([null, ['/admin']])
  })

  test('replaces the session of a rider', async () => {
    const { submitSignIn } = await openSignIn(FILLED)
    localStorage.setItem('token', 'riders-token')
    localStorage.setItem('userType', 'user')
    await waitForTask(submitSignIn())
    expect(storedSession()).toEqual(['new-token', 'admin'])
  })

  test('redirects an admin who is already signed in', async () => {
    openPage('/admin/auth', 'admin')
    const { signInForm } = await import('#stores/admin/admin-sign-in.ts')
    mountStores(signInForm.$fields)
    expect(visitedUrls).toEqual(['/admin'])
  })
})
