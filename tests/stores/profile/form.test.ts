// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import { emailTaken } from '#messages/account/auth.ts'
import * as text from '#messages/account/profile.ts'
import { sessionEnded } from '#messages/account/session.ts'
import { invalidDate, invalidEmail, unknownProperty } from '#messages/validation.ts'
import type { ProfileField } from '#stores/profile/form.ts'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import {
  advanceTime,
  delayedReply,
  errorReply,
  hangingReply,
  json,
  offline,
  startApiServer
} from '#tests/helpers/servers/api-server.ts'

const broken = () => errorReply('Internal server error', 500)

const asha = {
  date_of_birth: '1998-08-14',
  email: 'asha@example.in',
  name: 'Asha Rao',
  phone: '+91 98450 12345',
  property_id: '7',
  reminders: true
}
/** The same in the form. */
const fields = { ...asha, reminders: 'on' }
const properties = [
  { id: 7, location: 'Indiranagar', name: 'Palm Grove' },
  { id: 9, location: 'Panjim, Goa', name: 'Lakeview' }
]

/** The response for each call. A test changes those it needs. */
let replies: Record<string, (body: unknown) => Promise<Response> | Response>
let sent: { body: unknown; call: string }[]
let visitedUrls: string[]
let leave: () => void

startApiServer(({ body, method, path }) => {
  const call = `${method} ${path}`
  sent.push({ body, call })
  return replies[call]?.(body) ?? errorReply('Not found', 404)
})

const saves = () => sent.filter(({ call }) => call === 'PUT /api/profile').map(({ body }) => body)
const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]
const settled = () => advanceTime(10)

async function arrive() {
  vi.resetModules()
  const form = { ...(await import('#stores/profile/form.ts')), ...(await import('#stores/kit/property-list.ts')) }
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = form.$saved.listen(() => undefined)
  const toastTexts = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...form, toastTexts }
}

async function arriveAndTyping(typed: Partial<Record<ProfileField, string>>) {
  const form = await arrive()
  await settled()
  for (const [field, value] of Object.entries(typed)) form.setField(field as ProfileField, value)
  return form
}

function isLeavingPrevented(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

beforeEach(() => {
  startFakeClock(new Date('2026-06-15T10:00:00Z'))
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.setItem('token', 'rider')
  localStorage.setItem('userType', 'user')
  sessionStorage.clear()
  sent = []
  visitedUrls = []
  replies = {
    'GET /api/profile': () => json(asha),
    'GET /api/properties': () => json(properties),
    'PUT /api/profile': body => json(body)
  }
  const go = (url: string) => void visitedUrls.push(url)
  vi.stubGlobal('location', { assign: go, pathname: '/profile', protocol: 'https:', replace: go })
})
afterEach(() => {
  leave()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
})

describe('opening the profile', () => {
  test("shows the server's data of the rider, and the properties", async () => {
    const { $fields, $isPropertyChanged, $properties, $saved, toastTexts } = await arrive()
    expect($saved.get()).toBe('loading')
    await settled()
    expect($saved.get()).toEqual(fields)
    expect($fields.get()).toEqual(fields)
    expect($properties.get()).toMatchObject([{ id: '7' }, { id: '9' }])
    expect($isPropertyChanged.get()).toBe(false)
    expect(toastTexts()).toEqual([])
  })
  test('shows a deleted property until another one is saved', async () => {
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    replies['GET /api/profile'] = () => json({ ...asha, closed_property, property_id: '5' })
    const { $deletedProperty, $isPropertyChanged, saveProfile, setField } = await arrive()
    await settled()
    expect($deletedProperty.get()).toEqual(closed_property)
    expect($isPropertyChanged.get()).toBe(false)
    setField('property_id', '9')
    await saveProfile()
    expect($deletedProperty.get()).toBeNull()
  })
  test('accepts numeric ids, a date with a time and missing fields of external backends', async () => {
    replies['GET /api/profile'] = () =>
      json({ date_of_birth: '1998-08-14T00:00:00', email: 'a@b.in', name: 'A', property_id: 7 })
    const { $fields } = await arrive()
    await settled()
    expect($fields.get()).toEqual({
      date_of_birth: '1998-08-14',
      email: 'a@b.in',
      name: 'A',
      phone: '',
      property_id: '7',
      reminders: 'on'
    })
  })
  test('saves that no reminders are wanted by mail', async () => {
    const { $fields, saveProfile } = await arriveAndTyping({ reminders: '' })
    replies['PUT /api/profile'] = () => json({ ...asha, reminders: false })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, reminders: false }])
    expect($fields.get().reminders).toBe('')
  })
  test('shows no property when none is selected', async () => {
    replies['GET /api/profile'] = () => json({ ...asha, property_id: null })
    const { $fields, $isPropertyChanged } = await arrive()
    await settled()
    expect($fields.get().property_id).toBe('')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test.each([
    ['an error', broken],
    ['an HTML page', () => new Response('<h1>502</h1>', { status: 502 })],
    ['an unexpected body', () => json({ nothing: true })],
    ['a network error', offline]
  ])('only logs %s instead of the profile, and retries on request', async (_, answer) => {
    replies['GET /api/profile'] = answer
    const { $fields, $saved, loadProfile, toastTexts } = await arrive()
    await advanceTime(READ_RETRY_DELAYS_MS[0] + 10)
    expect($saved.get()).toBe('failed')
    expect(toastTexts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    replies['GET /api/profile'] = () => json(asha)
    void loadProfile()
    expect($saved.get()).toBe('loading')
    await settled()
    expect($fields.get()).toEqual(fields)
  })
  test('fails when the profile never loads', async () => {
    replies['GET /api/profile'] = hangingReply
    const { $saved } = await arrive()
    await advanceTime(20_000)
    expect($saved.get()).toBe('failed')
  })
  test('ends the session with one message on a 401', async () => {
    replies['GET /api/profile'] = () => errorReply('Not authenticated', 401)
    const { $saved, toastTexts } = await arrive()
    await settled()
    expect(localStorage.getItem('token')).toBeNull()
    expect(visitedUrls).toEqual(['/auth?next=/profile'])
    expect(carried()).toEqual([{ kind: 'error', sentence: sessionEnded }])
    expect($saved.get()).toBe('loading')
    expect(toastTexts()).toEqual([])
  })
  test('only logs properties that fail to load, and retries on request', async () => {
    replies['GET /api/properties'] = broken
    const { $properties, $saved, loadProperties, toastTexts } = await arrive()
    await settled()
    expect($properties.get()).toBe('failed')
    expect($saved.get()).toEqual(fields)
    expect(toastTexts()).toEqual([])
    replies['GET /api/properties'] = () => json(properties)
    void loadProperties()
    await settled()
    expect($properties.get()).toHaveLength(2)
  })
})

describe('saving the profile', () => {
  test('sends all fields, shows the response and stays on the page', async () => {
    const { $fields, $isNavigating, $saved, toastTexts, saveProfile } = await arriveAndTyping({
      email: ' Asha@Example.in ',
      name: 'Asha R Rao'
    })
    const answer = { ...asha, email: 'asha@example.in', name: 'Asha R. Rao' }
    replies['PUT /api/profile'] = () => json(answer)
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, email: 'Asha@Example.in', name: 'Asha R Rao' }])
    expect($fields.get()).toEqual({ ...answer, reminders: 'on' })
    expect($saved.get()).toEqual({ ...answer, reminders: 'on' })
    expect(toastTexts()).toEqual([`success: ${text.saved}`])
    await advanceTime(5000)
    expect($isNavigating.get()).toBe(false)
    expect(visitedUrls).toEqual([])
  })
  test('is busy meanwhile, and sends one request for repeated presses', async () => {
    replies['PUT /api/profile'] = () => delayedReply(500, () => json(asha))
    const { $isSaving, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    void saveProfile()
    void saveProfile()
    await advanceTime(499)
    expect($isSaving.get()).toBe(true)
    await advanceTime(1)
    expect($isSaving.get()).toBe(false)
    expect(saves()).toHaveLength(1)
  })
  test('keeps changes that were typed meanwhile', async () => {
    replies['PUT /api/profile'] = () => delayedReply(500, () => json({ ...asha, name: 'Asha R' }))
    const { $fields, saveProfile, setField } = await arriveAndTyping({ name: ' Asha R ' })
    void saveProfile()
    setField('phone', '12345')
    await advanceTime(500)
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', phone: '12345' })
  })
  test.each<[ProfileField, string, string]>([
    ['name', '   ', text.nameRequired],
    ['email', '', invalidEmail],
    ['email', 'asha@', invalidEmail],
    ['phone', ' ', text.phoneRequired],
    ['date_of_birth', '', invalidDate],
    ['property_id', '', unknownProperty]
  ])("rejects %s '%s' with an error by the field, and sends nothing", async (field, value, sentence) => {
    const { $errors, $fields, $errorCount, toastTexts, saveProfile, setField } = await arriveAndTyping({
      [field]: value
    })
    await saveProfile()
    expect($errors.get()).toEqual({ [field]: sentence })
    expect($errorCount.get()).toBe(1)
    expect(toastTexts()).toEqual([`error: ${sentence}`])
    expect(saves()).toEqual([])
    expect($fields.get()[field]).toBe(value)
    setField(field, '')
    expect(Object.keys($errors.get())).toEqual([field])
    setField(field, fields[field])
    expect($errors.get()).toEqual({})
  })
  test.each<[ProfileField, string]>([
    ['phone', 'abc'],
    ['email', 'a@b'],
    ['email', "o'brien@example.in"]
  ])("accepts %s '%s', which the specification does not restrict", async (field, value) => {
    const { toastTexts, saveProfile } = await arriveAndTyping({ [field]: value })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, [field]: value }])
    expect(toastTexts()).toEqual([`success: ${text.saved}`])
  })
  test('marks every missing field, and shows the first error as a message', async () => {
    const { $errors, toastTexts, saveProfile } = await arriveAndTyping({ date_of_birth: '', email: '', phone: '' })
    await saveProfile()
    expect(Object.keys($errors.get())).toEqual(['email', 'phone', 'date_of_birth'])
    expect(toastTexts()).toEqual([`error: ${invalidEmail}`])
  })
  test('does not restrict the age', async () => {
    const { saveProfile } = await arriveAndTyping({ date_of_birth: '2025-01-01' })
    await saveProfile()
    expect(saves()).toMatchObject([{ date_of_birth: '2025-01-01' }])
  })
  test('saves the profile although the list of properties fails to load', async () => {
    replies['GET /api/properties'] = broken
    const { toastTexts, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, name: 'Asha' }])
    expect(toastTexts()).toEqual([`success: ${text.saved}`])
  })
})

describe('a failed save', () => {
  test.each([
    ["shows the server's reason", () => errorReply('The server is resting', 503), 'The server is resting'],
    [
      'shows the default message for an HTML page',
      () => new Response('<h1>502</h1>', { status: 502 }),
      text.saveFailed
    ],
    ['shows the default message for an empty response', () => new Response(null, { status: 500 }), text.saveFailed],
    ['shows the default message for an unexpected body', () => json({ ok: true }), text.saveFailed],
    ['shows the default message offline', offline, text.saveFailed]
  ])('%s and keeps the input', async (_, answer, sentence) => {
    replies['PUT /api/profile'] = answer
    const typed = { email: 'new@example.in', name: 'New Name', property_id: '9' }
    const { $fields, $formError, $isSaving, toastTexts, saveProfile } = await arriveAndTyping(typed)
    await saveProfile()
    expect($fields.get()).toEqual({ ...fields, ...typed })
    expect($formError.get()).toBe(sentence)
    expect(toastTexts()).toEqual([`error: ${sentence}`])
    expect($isSaving.get()).toBe(false)
    await advanceTime(5000)
    expect(visitedUrls).toEqual([])
  })
  test('shows a used email as an error of its field', async () => {
    replies['PUT /api/profile'] = () => errorReply(emailTaken, 409)
    const { $errors, $formError, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    expect($errors.get()).toEqual({ email: emailTaken })
    expect($formError.get()).toBeNull()
  })
  test('shows a list of errors by their fields', async () => {
    const list = [
      { loc: ['body', 'phone'], msg: 'Too short', type: 'x' },
      { loc: ['body', 'phone'], msg: 'Not Indian', type: 'x' }
    ]
    replies['PUT /api/profile'] = () => errorReply(list, 422)
    const { $errors, toastTexts, saveProfile } = await arriveAndTyping({ phone: '1' })
    await saveProfile()
    expect($errors.get()).toEqual({ phone: 'Too short' })
    expect(toastTexts()).toEqual(['error: Validation error: body.phone: Too short, body.phone: Not Indian'])
  })
  test('has no effect after the same values are saved successfully', async () => {
    replies['PUT /api/profile'] = () => errorReply(emailTaken, 409)
    const { $errors, $formError, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    replies['PUT /api/profile'] = broken
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, 'Internal server error'])
    replies['PUT /api/profile'] = body => json(body)
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, null])
  })
  test('clears its errors on the next attempt', async () => {
    replies['PUT /api/profile'] = () => errorReply(emailTaken, 409)
    const { $errors, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    replies['PUT /api/profile'] = body => json(body)
    await saveProfile()
    expect($errors.get()).toEqual({})
  })
  test('shows no error of its own when the session has ended', async () => {
    replies['PUT /api/profile'] = () => errorReply('Not authenticated', 401)
    const { toastTexts, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    await saveProfile()
    expect(visitedUrls).toEqual(['/auth?next=/profile'])
    expect(toastTexts()).toEqual([])
    expect(isLeavingPrevented()).toBe(false)
  })
})

describe('another property', () => {
  test('determines the requested scooters before the profile loads again', async () => {
    const { saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    const { cachedProfile } = await import('#stores/profile/profile.ts')
    expect(cachedProfile()?.property_id).toBe('9')
  })
  test('shows a warning until the saved one is selected again', async () => {
    const { $isPropertyChanged, setField } = await arriveAndTyping({ property_id: '9' })
    expect($isPropertyChanged.get()).toBe(true)
    setField('property_id', '7')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('leads to its scooters one second after saving, with the message', async () => {
    const { $isNavigating, $saved, toastTexts, saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    expect($saved.get()).toMatchObject({ property_id: '9' })
    expect(toastTexts()).toEqual([`success: ${text.saved}`])
    expect($isNavigating.get()).toBe(true)
    await advanceTime(999)
    expect([visitedUrls, carried()]).toEqual([[], []])
    await advanceTime(1)
    expect(visitedUrls).toEqual(['/'])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.saved }])
    await saveProfile()
    expect(saves()).toHaveLength(1)
  })
  test('does not leave the page while the rider is typing', async () => {
    const { $fields, $isNavigating, saveProfile, setField } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    setField('name', 'Asha R')
    await advanceTime(5000)
    expect(visitedUrls).toEqual([])
    expect($isNavigating.get()).toBe(false)
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', property_id: '9' })
  })
  test('does not lead back after the rider has signed out', async () => {
    const { saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    const { $token } = await import('#client/session/token.ts')
    $token.set(undefined)
    await advanceTime(5000)
    expect(visitedUrls).toEqual(['/auth?next=/profile'])
  })
})

describe('returning to the tab', () => {
  const seenAgain = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }

  test('shows what another tab has saved, and keeps unsaved input', async () => {
    const { $fields, $isPropertyChanged } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = () => json({ ...asha, phone: '12345', property_id: '9' })
    await seenAgain()
    expect($fields.get()).toEqual({ ...fields, name: 'Asha R', phone: '12345', property_id: '9' })
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('keeps the form when the server does not respond', async () => {
    const { $fields, $saved, toastTexts } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = broken
    await seenAgain()
    expect($saved.get()).toEqual(fields)
    expect($fields.get().name).toBe('Asha R')
    expect(toastTexts()).toEqual([])
  })
  test('ignores data from before a save', async () => {
    const { $fields, $saved, saveProfile } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = () => delayedReply(300, () => json(asha))
    await seenAgain()
    await saveProfile()
    await advanceTime(300)
    expect($saved.get()).toEqual({ ...fields, name: 'Asha R' })
    expect($fields.get().name).toBe('Asha R')
  })
  test('unlocks a form that was left for the scooters', async () => {
    const { $isNavigating, saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    await advanceTime(1000)
    expect($isNavigating.get()).toBe(true)
    await seenAgain()
    expect($isNavigating.get()).toBe(false)
  })
})

describe('leaving the page', () => {
  test('needs a confirmation only with unsaved changes', async () => {
    const { saveProfile, setField } = await arriveAndTyping({})
    expect(isLeavingPrevented()).toBe(false)
    setField('name', 'Asha R')
    expect(isLeavingPrevented()).toBe(true)
    setField('name', asha.name)
    expect(isLeavingPrevented()).toBe(false)
    setField('phone', '12345')
    await saveProfile()
    expect(isLeavingPrevented()).toBe(false)
  })
  test('needs no confirmation before the profile has loaded', async () => {
    replies['GET /api/profile'] = hangingReply
    await arriveAndTyping({ name: 'early' })
    expect(isLeavingPrevented()).toBe(false)
  })
})
