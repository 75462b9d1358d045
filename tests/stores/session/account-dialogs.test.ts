// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askForDeletion, changePassword as passwordChange } from '#contract/auth/passwords.ts'
import { signOut } from '#contract/auth/sign-in.ts'
import { exportOwnData } from '#contract/riders/export.ts'
import { getMe } from '#contract/staff/me.ts'
import * as accountText from '#messages/account/account.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { me } from '#tests/stores/admin/page.ts'
import { asha, setUpRiderPage } from '#tests/stores/booking/page.ts'
import {
  advanceTime,
  carriedToasts,
  finish,
  saveOnDevice,
  server,
  shownToasts,
  visitedUrls
} from '#tests/stores/browser-tab.ts'
import { FakePush } from '#tests/stores/my-bookings/manage-ride/fake-push.ts'

setUpRiderPage({ now: '2026-06-15T20:14:00Z' })

const PASSWORDS = { current_password: 'Rider@123', password: 'Another@456' }
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1'

/** Returns the bodies of the calls that change the password. */
async function changePassword() {
  const { passwordForm, submitPassword } = await import('#stores/session/account-dialogs.ts')
  passwordForm.setField('current_password', PASSWORDS.current_password)
  passwordForm.setField('password', PASSWORDS.password)
  await finish(submitPassword(), 100)
  return server.requestsTo(passwordChange).map(({ body }) => body)
}

describe('a password change', () => {
  let push: FakePush

  beforeEach(() => {
    push = new FakePush()
    push.install()
    server.answer(passwordChange, { access_token: 'renewed-token' })
  })
  afterEach(() => push.remove())

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

async function submit(password: string) {
  const { deletionForm, openAccountDialog, submitDeletion } = await import('#stores/session/account-dialogs.ts')
  openAccountDialog('delete')
  deletionForm.setField('password', password)
  await finish(submitDeletion(), 2500)
  return {
    errors: deletionForm.$errors.get(),
    formError: deletionForm.$formError.get(),
    password: deletionForm.$fields.get().password
  }
}

describe('the deletion of the account', () => {
  beforeEach(() => server.answer(signOut, { message: '' }))

  test('leads to the sign-in, which says when it happens', async () => {
    server.answer(askForDeletion, { deleted_on: '2026-09-14', message: 'On 14 Sep 2026.' })
    await submit('Rider@123')
    expect(server.requestsTo(askForDeletion).map(({ body }) => body)).toEqual([{ password: 'Rider@123' }])
    expect(visitedUrls).toEqual(['/auth'])
    expect(carriedToasts()).toEqual(['On 14 Sep 2026.'])
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('asks for the password before it sends anything', async () => {
    expect((await submit('')).errors).toEqual({ password: accountText.currentMissing })
    expect(server.requestsTo(askForDeletion)).toEqual([])
  })

  test('shows a wrong password at its field, and keeps what was typed', async () => {
    server.fail(askForDeletion, refusalFault('wrong_password', accountText.wrongCurrent))
    const shown = await submit('Wrong@123')
    expect(shown).toEqual({ errors: { password: accountText.wrongCurrent }, formError: null, password: 'Wrong@123' })
    expect(visitedUrls).toEqual([])
  })
})

test('the own data is saved as a file of the day in India', async () => {
  const data = { about: 'x', made_at: 'x', operator: 'x', sections: { profile: { name: 'Asha' } } }
  server.answer(exportOwnData, data)
  const saved: { name: string; text: Promise<string> }[] = []
  let blob = new Blob()
  URL.createObjectURL = made => {
    blob = made as Blob
    return 'blob:1'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob.text() })
  })
  const { downloadOwnData } = await import('#stores/session/account-dialogs.ts')
  await finish(downloadOwnData(), 100)
  expect(saved.map(({ name }) => name)).toEqual(['scootstay-my-data-2026-06-16.json'])
  expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(data)
  expect(await shownToasts()).toEqual([])
})
