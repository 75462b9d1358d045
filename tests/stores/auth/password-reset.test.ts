// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { checkResetLink, resetPassword } from '#contract/auth/passwords.ts'
import * as appShellText from '#messages/app-shell.ts'
import { server, visitedUrls, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'
import { onDevice, open, revocations, setUpSession } from '#tests/stores/session/page.ts'

setUpSession()
beforeEach(() => server.answer(resetPassword, { message: appShellText.loggedOut }))

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

test('a link that replaces another one in its tab is judged by its own check, in whatever order the answers come', async () => {
  onDevice(null)
  const answerFirst = server.answerLater(checkResetLink)
  await open('/auth/reset#the-used-link')
  const { $link, checkLink, resetForm } = await import('#stores/auth/password-reset.ts')
  const first = checkLink()
  await waitUntil(() => server.requestCount(checkResetLink) === 1)
  server.answer(checkResetLink, { email: 'asha@example.in', is_valid: true })
  location.hash = '#the-new-link'
  void checkLink()
  await waitUntil(() => $link.get() === 'valid')
  answerFirst({ body: { is_valid: false } })
  await waitForTask(first)
  // The account is named for password managers.
  expect([$link.get(), resetForm.$fields.get().email]).toEqual(['valid', 'asha@example.in'])
})
