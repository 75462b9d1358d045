// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { resetPassword } from '#contract/auth/passwords.ts'
import { loggedOut } from '#messages/app-shell.ts'
import { server, visitedUrls } from '#tests/stores/browser-tab.ts'
import { onDevice, open, revocations, setUpSession } from '#tests/stores/session/page.ts'

setUpSession()
beforeEach(() => server.answer(resetPassword, { message: loggedOut }))

/** Sets a new password by a rider's link. Returns the revocations after it. */
async function setNewPassword() {
  await open('/auth/reset#the-link')
  const { resetForm, submitNewPassword } = await import('#stores/auth/password-reset.ts')
  resetForm.setField('password', 'NewRider@456')
  await submitNewPassword()
  expect(visitedUrls).toEqual(['/auth'])
  return revocations()
}

test.each(['user', 'admin'] as const)("a new password ends the device's session on the server too: %s", async type => {
  onDevice(type)
  expect(await setNewPassword()).toEqual([`Bearer ${type}-token`])
  expect({ ...localStorage }).toEqual({})
})

test('a new password on a device without a session keeps a sign-out that the server has not confirmed', async () => {
  onDevice(null)
  localStorage.setItem('unrevoked', 'earlier-token')
  expect(await setNewPassword()).toEqual([])
  expect(localStorage.getItem('unrevoked')).toBe('earlier-token')
})
