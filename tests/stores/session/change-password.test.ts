// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePassword as passwordChange } from '#contract/auth/passwords.ts'
import { getMe } from '#contract/staff/me.ts'
import { me } from '#tests/stores/admin/page.ts'
import { asha, setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, saveOnDevice, server } from '#tests/stores/browser-tab.ts'
import { FakePush } from '#tests/stores/my-bookings/manage-ride/fake-push.ts'

const PASSWORDS = { current_password: 'Rider@123', password: 'Another@456' }
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1'

let push: FakePush

setUpRiderPage({ now: '2026-06-15T14:14:00Z' })
beforeEach(() => {
  push = new FakePush()
  push.install()
  server.answer(passwordChange, { access_token: 'renewed-token' })
})
afterEach(() => push.remove())

/** Returns the bodies of the calls that change the password. */
async function changePassword() {
  const { passwordForm, submitPassword } = await import('#stores/session/account-dialogs.ts')
  passwordForm.setField('current_password', PASSWORDS.current_password)
  passwordForm.setField('password', PASSWORDS.password)
  const task = submitPassword()
  await advanceTime(100)
  await task
  return server.requestsTo(passwordChange).map(({ body }) => body)
}

describe('a password change', () => {
  test('names the account for password managers', async () => {
    const { $accountEmail, openAccountDialog } = await import('#stores/session/account-dialogs.ts')
    openAccountDialog('password')
    await advanceTime(100)
    expect($accountEmail.get()).toBe(asha.email)
  })

  test('names the account of the portal', async () => {
    saveOnDevice('admin')
    server.answer(getMe, me)
    const { $accountEmail, openAccountDialog } = await import('#stores/session/account-dialogs.ts')
    openAccountDialog('password')
    await advanceTime(100)
    expect($accountEmail.get()).toBe(me.email)
  })

  test('names this device, so that its reminders stay on', async () => {
    push.subscription = { endpoint: ENDPOINT, key: 'key' }
    expect(await changePassword()).toEqual([{ ...PASSWORDS, device: ENDPOINT }])
    expect(push.subscription?.endpoint).toBe(ENDPOINT)
  })

  test('names no device without reminders', async () => {
    expect(await changePassword()).toEqual([PASSWORDS])
  })

  test('works in a browser without push', async () => {
    push.remove()
    expect(await changePassword()).toEqual([PASSWORDS])
  })

  test('works if the browser cannot say whether reminders are on', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(push.pushManager, 'getSubscription').mockRejectedValue(new DOMException('No registration', 'AbortError'))
    expect(await changePassword()).toEqual([PASSWORDS])
  })
})
