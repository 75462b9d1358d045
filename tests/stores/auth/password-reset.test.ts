// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { onDevice, open, sent, setUpSession, visitedUrls } from '#tests/stores/session/page.ts'

setUpSession()

/** Sets a new password by a rider's link. Returns the requests after it. */
async function setNewPassword() {
  await open('/auth/reset#the-link')
  const { resetForm, submitNewPassword } = await import('#stores/auth/password-reset.ts')
  resetForm.setField('password', 'NewRider@456')
  await submitNewPassword()
  expect(visitedUrls).toEqual(['/auth'])
  return sent.filter(({ path }) => path !== '/api/auth/reset')
}

test.each(['user', 'admin'] as const)("a new password ends the device's session on the server too: %s", async type => {
  onDevice(type)
  expect(await setNewPassword()).toEqual([{ authorization: `Bearer ${type}-token`, path: '/api/auth/logout' }])
  expect({ ...localStorage }).toEqual({})
})

test('a new password on a device without a session keeps a sign-out that the server has not confirmed', async () => {
  onDevice(null)
  localStorage.setItem('unrevoked', 'earlier-token')
  expect(await setNewPassword()).toEqual([])
  expect(localStorage.getItem('unrevoked')).toBe('earlier-token')
})
