// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { sendConfirmLink } from '#contract/riders/confirm-email.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { delayed, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { arrive, arriveAndType, asha, fields, saves, settled, setUpProfilePage } from './page.ts'

setUpProfilePage()

describe('opening the profile', () => {
  test("shows the server's data of the rider, and the properties", async () => {
    const { $fields, $isPropertyChanged, $properties, $savedProfile } = await arrive()
    expect($savedProfile.get()).toBe('loading')
    await settled()
    expect($savedProfile.get()).toEqual(fields)
    expect($fields.get()).toEqual(fields)
    expect($properties.get()).toMatchObject([{ id: '7' }, { id: '9' }])
    expect($isPropertyChanged.get()).toBe(false)
    expect(await shownToasts()).toEqual([])
  })
  test('shows a deleted property until another one is saved', async () => {
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    server.answer(getProfile, { ...asha, closed_property, property_id: '5' })
    const { $deletedProperty, $isPropertyChanged, saveProfile, setField } = await arrive()
    await settled()
    expect($deletedProperty.get()).toEqual(closed_property)
    expect($isPropertyChanged.get()).toBe(false)
    setField('property_id', '9')
    await saveProfile()
    expect($deletedProperty.get()).toBeNull()
  })
  test('accepts numeric ids, a date with a time and missing fields of external backends', async () => {
    server.answer(getProfile, { date_of_birth: '1998-08-14T00:00:00', email: 'a@b.in', name: 'A', property_id: 7 })
    const { $fields } = await arrive()
    await settled()
    expect($fields.get()).toEqual({
      date_of_birth: '1998-08-14',
      email: 'a@b.in',
      name: 'A',
      phone: '',
      join_code: '',
      property_id: '7',
      reminders: 'on'
    })
  })
  test('saves that no reminders are wanted by mail', async () => {
    const { $fields, saveProfile } = await arriveAndType({ reminders: '' })
    server.answer(updateProfile, { ...asha, reminders: false })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, changed_fields: ['reminders'], reminders: false }])
    expect($fields.get().reminders).toBe('')
  })
  test('shows no property when none is selected', async () => {
    server.answer(getProfile, { ...asha, property_id: null })
    const { $fields, $isPropertyChanged } = await arrive()
    await settled()
    expect($fields.get().property_id).toBe('')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('only logs an error instead of the profile, and retries on request', async () => {
    server.fail(getProfile, serverError)
    const { $fields, $savedProfile, loadProfile } = await arrive()
    await advanceTime(READ_RETRY_DELAYS_MS[0] + 10)
    expect($savedProfile.get()).toBe('failed')
    expect(await shownToasts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    server.answer(getProfile, asha)
    void loadProfile()
    expect($savedProfile.get()).toBe('loading')
    await settled()
    expect($fields.get()).toEqual(fields)
  })
})

describe('returning to the tab', () => {
  const seenAgain = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }

  test('shows what another tab has saved, and keeps unsaved input', async () => {
    const { $fields, $isPropertyChanged } = await arriveAndType({ name: 'Asha R' })
    server.answer(getProfile, { ...asha, phone: '12345', property_id: '9' })
    await seenAgain()
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', phone: '12345', property_id: '9' })
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('keeps the form when the server does not respond', async () => {
    const { $fields, $savedProfile } = await arriveAndType({ name: 'Asha R' })
    server.fail(getProfile, serverError)
    await seenAgain()
    expect($savedProfile.get()).toEqual(fields)
    expect($fields.get().name).toBe('Asha R')
    expect(await shownToasts()).toEqual([])
  })
  test('ignores data from before a save', async () => {
    const { $fields, $savedProfile, saveProfile } = await arriveAndType({ name: 'Asha R' })
    server.answerTo(getProfile, () => delayed(300, { body: asha }))
    await seenAgain()
    await saveProfile()
    await advanceTime(300)
    expect($savedProfile.get()).toEqual({ ...fields, name: 'Asha R' })
    expect($fields.get().name).toBe('Asha R')
  })
  test('unlocks a form that was left for the scooters', async () => {
    const { $isNavigating, saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    await advanceTime(1000)
    expect($isNavigating.get()).toBe(true)
    await seenAgain()
    expect($isNavigating.get()).toBe(false)
  })
})

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
