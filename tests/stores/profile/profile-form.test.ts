// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import type { ProfileField } from '#stores/profile/profile-form.ts'
import { delayed, errorFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  asksBeforeLeaving,
  carriedToasts,
  server,
  shownToasts,
  useExternalBackend,
  visitedUrls,
  withKind
} from '#tests/stores/browser-tab.ts'
import { acceptSaves, arriveAndType, asha, fields, saves, setUpProfilePage } from './page.ts'

setUpProfilePage()

describe('saving the profile', () => {
  test('sends all fields and which of them changed, shows the response and stays on the page', async () => {
    const { $fields, $isNavigating, $savedProfile, saveProfile } = await arriveAndType({
      email: ' Asha@Example.in ',
      name: 'Asha R Rao'
    })
    const answer = { ...asha, email: 'asha@example.in', name: 'Asha R. Rao' }
    server.answer(updateProfile, answer)
    await saveProfile()
    const changed_fields = ['name', 'email']
    expect(saves()).toEqual([{ ...asha, changed_fields, email: 'Asha@Example.in', name: 'Asha R Rao' }])
    const shown = { ...fields, ...answer, reminders: 'on' }
    expect($fields.get()).toEqual(shown)
    expect($savedProfile.get()).toEqual(shown)
    expect(await shownToasts(withKind)).toEqual([`success: ${profileText.saved}`])
    await advanceTime(5000)
    expect($isNavigating.get()).toBe(false)
    expect(visitedUrls).toEqual([])
  })
  test('is busy meanwhile, and sends one request for repeated presses', async () => {
    server.answerTo(updateProfile, () => delayed(500, { body: asha }))
    const { $isSaving, saveProfile } = await arriveAndType({ name: 'Asha' })
    void saveProfile()
    void saveProfile()
    await advanceTime(499)
    expect($isSaving.get()).toBe(true)
    await advanceTime(1)
    expect($isSaving.get()).toBe(false)
    expect(saves()).toHaveLength(1)
  })
  test('keeps changes that were typed meanwhile', async () => {
    server.answerTo(updateProfile, () => delayed(500, { body: { ...asha, name: 'Asha R' } }))
    const { $fields, saveProfile, setField } = await arriveAndType({ name: ' Asha R ' })
    void saveProfile()
    setField('phone', '12345')
    await advanceTime(500)
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', phone: '12345' })
  })
  test.each<[ProfileField, string, string]>([
    ['name', '   ', accountText.fieldMissing.name],
    ['email', '', accountText.fieldMissing.email],
    ['email', 'asha@', apiErrorsText.invalidEmail],
    ['phone', ' ', accountText.fieldMissing.phone],
    ['date_of_birth', '', accountText.fieldMissing.date_of_birth],
    ['date_of_birth', '1998-02-30', apiErrorsText.invalidDate],
    ['property_id', '', accountText.fieldMissing.property_id]
  ])("rejects %s '%s' with an error by the field, and sends nothing", async (field, value, sentence) => {
    const { $errors, $fields, $errorCount, saveProfile, setField } = await arriveAndType({
      [field]: value
    })
    await saveProfile()
    expect($errors.get()).toEqual({ [field]: sentence })
    expect($errorCount.get()).toBe(1)
    expect(await shownToasts(withKind)).toEqual([`error: ${sentence}`])
    expect(saves()).toEqual([])
    expect($fields.get()[field]).toBe(value)
    setField(field, '')
    expect(Object.keys($errors.get())).toEqual([field])
    setField(field, fields[field])
    expect($errors.get()).toEqual({})
  })
  test('marks every missing field, and shows the first error as a message', async () => {
    const { $errors, saveProfile } = await arriveAndType({ date_of_birth: '', email: '', phone: '' })
    await saveProfile()
    expect(Object.keys($errors.get())).toEqual(['email', 'phone', 'date_of_birth'])
    expect(await shownToasts(withKind)).toEqual([`error: ${accountText.fieldMissing.email}`])
  })
  test('does not restrict the age', async () => {
    const { saveProfile } = await arriveAndType({ date_of_birth: '2025-01-01' })
    await saveProfile()
    expect(saves()).toMatchObject([{ date_of_birth: '2025-01-01' }])
  })
  test('saves the profile although the list of properties fails to load', async () => {
    server.fail(listProperties, serverError)
    const { saveProfile } = await arriveAndType({ name: 'Asha' })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, changed_fields: ['name'], name: 'Asha' }])
    expect(await shownToasts(withKind)).toEqual([`success: ${profileText.saved}`])
  })
})

describe('a page that is older than a change on another device', () => {
  const elsewhere = { ...asha, email: 'new@example.in', property_id: '9' }

  test('shows what was changed there once it has saved its own change', async () => {
    server.answer(updateProfile, { ...elsewhere, name: 'Asha R' })
    const { $fields, $isNavigating, saveProfile } = await arriveAndType({ name: 'Asha R' })
    await saveProfile()
    expect($fields.get()).toEqual({ ...fields, ...elsewhere, name: 'Asha R', reminders: 'on' })
    expect($isNavigating.get()).toBe(false)
  })
  test('reads the profile again for an external backend, which takes all fields', async () => {
    useExternalBackend()
    // Its ids are numbers.
    const { reminders: _, ...sent } = { ...elsewhere, name: 'Asha R', property_id: 9 }
    const { saveProfile } = await arriveAndType({ name: 'Asha R' })
    server.answer(getProfile, elsewhere)
    await saveProfile()
    expect(saves()).toEqual([sent])
    server.fail(getProfile, serverError)
    await saveProfile()
    expect(saves()).toHaveLength(1)
  })
})

describe('a failed save', () => {
  test('shows why and keeps the input', async () => {
    server.fail(updateProfile, errorFault('The server is resting', 503))
    const typed = { email: 'new@example.in', name: 'New Name', property_id: '9' }
    const { $fields, $formError, $isSaving, saveProfile } = await arriveAndType(typed)
    await saveProfile()
    expect($fields.get()).toEqual({ ...fields, ...typed })
    expect([$formError.get(), $isSaving.get()]).toEqual(['The server is resting', false])
    expect(await shownToasts(withKind)).toEqual(['error: The server is resting'])
    await advanceTime(5000)
    expect(visitedUrls).toEqual([])
  })
  test('shows a used email as an error of its field', async () => {
    server.fail(updateProfile, errorFault(authText.emailTaken, 409))
    const { $errors, $formError, saveProfile } = await arriveAndType({ email: 'other@example.in' })
    await saveProfile()
    expect($errors.get()).toEqual({ email: authText.emailTaken })
    expect($formError.get()).toBeNull()
  })
  test('has no effect after the same values are saved successfully', async () => {
    server.fail(updateProfile, errorFault(authText.emailTaken, 409))
    const { $errors, $formError, saveProfile } = await arriveAndType({ email: 'other@example.in' })
    await saveProfile()
    server.fail(updateProfile, serverError)
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, 'Internal server error'])
    acceptSaves()
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, null])
  })
  test('shows no error of its own when the session has ended', async () => {
    server.fail(updateProfile, errorFault('Not authenticated', 401))
    const { saveProfile } = await arriveAndType({ name: 'Asha' })
    await saveProfile()
    expect(visitedUrls).toEqual(['/auth?next=/profile'])
    expect(await shownToasts()).toEqual([])
    expect(asksBeforeLeaving()).toBe(false)
  })
})

describe('another property', () => {
  test('determines the requested scooters before the profile loads again', async () => {
    const { saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    const { cachedProfile } = await import('#stores/profile/profile.ts')
    expect(cachedProfile()?.property_id).toBe('9')
  })
  test('asks for the code of another property that has one, sends it and forgets it', async () => {
    server.answer(listProperties, [{ id: 9, name: 'Lakeview', needs_code: true }])
    const { $errors, $fields, $needsJoinCode, saveProfile, setField } = await arriveAndType({ property_id: '9' })
    expect($needsJoinCode.get()).toBe(true)
    await saveProfile()
    expect($errors.get()).toEqual({ join_code: accountText.joinCodeMissing })
    setField('join_code', 'sea-123')
    await saveProfile()
    const changed_fields = ['property_id']
    expect(saves()).toEqual([{ ...asha, changed_fields, join_code: 'sea-123', property_id: '9' }])
    expect($fields.get()).toEqual({ ...fields, property_id: '9' })
    expect($needsJoinCode.get()).toBe(false)
  })
  test('shows a warning until the saved one is selected again', async () => {
    const { $isPropertyChanged, setField } = await arriveAndType({ property_id: '9' })
    expect($isPropertyChanged.get()).toBe(true)
    setField('property_id', '7')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('leads to its scooters one second after saving, with the message', async () => {
    const { $isNavigating, $savedProfile, saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    expect($savedProfile.get()).toMatchObject({ property_id: '9' })
    expect(await shownToasts(withKind)).toEqual([`success: ${profileText.saved}`])
    expect($isNavigating.get()).toBe(true)
    await advanceTime(999)
    expect([visitedUrls, carriedToasts()]).toEqual([[], []])
    await advanceTime(1)
    expect(visitedUrls).toEqual(['/'])
    expect(carriedToasts(withKind)).toEqual([`success: ${profileText.saved}`])
    await saveProfile()
    expect(saves()).toHaveLength(1)
  })
  test('leads there too if the rider returns to the tab within that second', async () => {
    const { $isNavigating, saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    await advanceTime(500)
    document.dispatchEvent(new Event('visibilitychange'))
    expect($isNavigating.get()).toBe(true)
    await advanceTime(500)
    expect(visitedUrls).toEqual(['/'])
  })
  test('does not lead away from a page that the rider left within that second and has opened again', async () => {
    const { $isNavigating, saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    await advanceTime(500)
    // The back/forward cache stops timers, but not the clock.
    vi.setSystemTime(Date.now() + 60_000)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect($isNavigating.get()).toBe(false)
    await advanceTime(5000)
    expect(visitedUrls).toEqual([])
  })
  test('does not leave the page while the rider is typing', async () => {
    const { $fields, $isNavigating, saveProfile, setField } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    setField('name', 'Asha R')
    await advanceTime(5000)
    expect(visitedUrls).toEqual([])
    expect($isNavigating.get()).toBe(false)
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', property_id: '9' })
  })
  test('does not lead back after the rider has signed out', async () => {
    const { saveProfile } = await arriveAndType({ property_id: '9' })
    await saveProfile()
    const { signOut } = await import('#stores/session/session.ts')
    void signOut()
    await advanceTime(5000)
    expect(visitedUrls).toEqual(['/auth'])
  })
})

describe('leaving the page', () => {
  test('needs a confirmation only with unsaved changes', async () => {
    const { saveProfile, setField } = await arriveAndType({})
    expect(asksBeforeLeaving()).toBe(false)
    setField('name', 'Asha R')
    expect(asksBeforeLeaving()).toBe(true)
    setField('name', asha.name)
    expect(asksBeforeLeaving()).toBe(false)
    setField('phone', '12345')
    await saveProfile()
    expect(asksBeforeLeaving()).toBe(false)
  })
  test('needs no confirmation before the profile has loaded', async () => {
    server.fail(getProfile, { kind: 'hangs' })
    await arriveAndType({ name: 'early' })
    expect(asksBeforeLeaving()).toBe(false)
  })
})
