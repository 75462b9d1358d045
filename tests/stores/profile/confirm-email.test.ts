// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sendConfirmLink } from '#contract/riders/confirm-email.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { server, shownToasts } from '#tests/stores/browser-tab.ts'
import { arriveAndType, asha, settled, setUpProfilePage } from './page.ts'

setUpProfilePage()

test('an email that was confirmed elsewhere is shown as confirmed, and what was typed stays', async () => {
  server.answer(getProfile, { ...asha, is_email_confirmed: false })
  const { $fields, $isEmailConfirmed } = await arriveAndType({ name: 'Asha R' })
  server.answer(getProfile, { ...asha, is_email_confirmed: true })
  server.answer(sendConfirmLink, { message: confirmEmailText.confirmed })
  const { sendLink } = await import('#stores/profile/profile-form.ts')
  const task = sendLink()
  await settled()
  await task
  expect(await shownToasts()).toEqual([confirmEmailText.confirmed])
  expect($isEmailConfirmed.get()).toBe(true)
  expect($fields.get().name).toBe('Asha R')
})
