// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import { emailTaken } from '#messages/auth.ts'
import { invalidDate, invalidEmail, sessionEnded, unknownProperty } from '#messages/common.ts'
import * as text from '#messages/profile.ts'
import type { ProfileField } from '#stores/profile/form.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, status })
const refused = (detail: unknown, status = 400) => json({ detail }, status)
const broken = () => refused('Internal server error', 500)
const never = () => new Promise<Response>(() => undefined)
const later = (answer: () => Response, ms: number) => () =>
  new Promise<Response>(resolve => setTimeout(() => resolve(answer()), ms))

const asha = {
  date_of_birth: '1998-08-14',
  email: 'asha@example.in',
  name: 'Asha Rao',
  phone: '+91 98450 12345',
  property_id: '7'
}
const properties = [
  { id: 7, location: 'Indiranagar', name: 'Palm Grove' },
  { id: 9, location: 'Panjim, Goa', name: 'Lakeview' }
]

/** What each call answers; a test changes what its story needs. */
let replies: Record<string, (body: unknown) => Promise<Response> | Response>
let sent: { body: unknown; call: string }[]
let places: string[]
let leave: () => void

const saves = () => sent.filter(({ call }) => call === 'PUT /api/profile').map(({ body }) => body)
const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as unknown[]
const settled = () => vi.advanceTimersByTimeAsync(10)

async function arrive() {
  vi.resetModules()
  const form = await import('#stores/profile/form.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = form.$saved.listen(() => undefined)
  const said = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...form, said }
}

async function arriveAndTyping(typed: Partial<Record<ProfileField, string>>) {
  const form = await arrive()
  await settled()
  for (const [field, value] of Object.entries(typed)) form.setField(field as ProfileField, value)
  return form
}

function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-15T10:00:00Z') })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.setItem('token', 'rider')
  localStorage.setItem('userType', 'user')
  sessionStorage.clear()
  sent = []
  places = []
  replies = {
    'GET /api/profile': () => json(asha),
    'GET /api/properties': () => json(properties),
    'PUT /api/profile': body => json(body)
  }
  const go = (place: string) => void places.push(place)
  vi.stubGlobal('location', { assign: go, pathname: '/profile', protocol: 'https:', replace: go })
  vi.stubGlobal('fetch', async (path: string, { body, method = 'GET' }: RequestInit) => {
    const asked = { body: typeof body === 'string' ? JSON.parse(body) : undefined, call: `${method} ${path}` }
    sent.push(asked)
    return replies[asked.call]?.(asked.body) ?? refused('Not found', 404)
  })
})
afterEach(() => {
  leave()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
})

describe('arriving at the profile', () => {
  test('shows what the server tells of the rider, and the properties', async () => {
    const { $fields, $isPropertyChanged, $properties, $saved, said } = await arrive()
    expect($saved.get()).toBe('loading')
    await settled()
    expect($saved.get()).toEqual(asha)
    expect($fields.get()).toEqual(asha)
    expect($properties.get()).toMatchObject([{ id: '7' }, { id: '9' }])
    expect($isPropertyChanged.get()).toBe(false)
    expect(said()).toEqual([])
  })
  test('keeps what is told of a property that was deleted, until another is saved', async () => {
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
  test('takes numbers for ids, a day with a time, and what is missing, as other backends tell it', async () => {
    replies['GET /api/profile'] = () =>
      json({ date_of_birth: '1998-08-14T00:00:00', email: 'a@b.in', name: 'A', property_id: 7 })
    const { $fields } = await arrive()
    await settled()
    expect($fields.get()).toEqual({
      date_of_birth: '1998-08-14',
      email: 'a@b.in',
      name: 'A',
      phone: '',
      property_id: '7'
    })
  })
  test('has no property where none is selected', async () => {
    replies['GET /api/profile'] = () => json({ ...asha, property_id: null })
    const { $fields, $isPropertyChanged } = await arrive()
    await settled()
    expect($fields.get().property_id).toBe('')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test.each([
    ['an error', broken],
    ['a page', () => new Response('<h1>502</h1>', { status: 502 })],
    ['another shape', () => json({ nothing: true })],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))]
  ])('only logs %s in place of the profile, and tries again when asked', async (_, answer) => {
    replies['GET /api/profile'] = answer
    const { $fields, $saved, loadProfile, said } = await arrive()
    await vi.advanceTimersByTimeAsync(READ_RETRY_DELAYS_MS[0] + 10)
    expect($saved.get()).toBe('failed')
    expect(said()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    replies['GET /api/profile'] = () => json(asha)
    void loadProfile()
    expect($saved.get()).toBe('loading')
    await settled()
    expect($fields.get()).toEqual(asha)
  })
  test('gives up on a profile that never comes', async () => {
    replies['GET /api/profile'] = never
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const { $saved } = await arrive()
    await vi.advanceTimersByTimeAsync(20_000)
    expect($saved.get()).toBe('failed')
  })
  test('ends the session on a 401, and says that once', async () => {
    replies['GET /api/profile'] = () => refused('Not authenticated', 401)
    const { $saved, said } = await arrive()
    await settled()
    expect(localStorage.getItem('token')).toBeNull()
    expect(places).toEqual(['/auth?next=/profile'])
    expect(carried()).toEqual([{ kind: 'error', sentence: sessionEnded }])
    expect($saved.get()).toBe('loading')
    expect(said()).toEqual([])
  })
  test('only logs properties that do not load, and asks again when told to', async () => {
    replies['GET /api/properties'] = broken
    const { $properties, $saved, loadProperties, said } = await arrive()
    await settled()
    expect($properties.get()).toBe('failed')
    expect($saved.get()).toEqual(asha)
    expect(said()).toEqual([])
    replies['GET /api/properties'] = () => json(properties)
    void loadProperties()
    await settled()
    expect($properties.get()).toHaveLength(2)
  })
})

describe('saving the profile', () => {
  test('sends all of it, shows the answer and stays', async () => {
    const { $fields, $isNavigating, $saved, said, saveProfile } = await arriveAndTyping({
      email: ' Asha@Example.in ',
      name: 'Asha R Rao'
    })
    const answer = { ...asha, email: 'asha@example.in', name: 'Asha R. Rao' }
    replies['PUT /api/profile'] = () => json(answer)
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, email: 'Asha@Example.in', name: 'Asha R Rao' }])
    expect($fields.get()).toEqual(answer)
    expect($saved.get()).toEqual(answer)
    expect(said()).toEqual([`success: ${text.saved}`])
    await vi.advanceTimersByTimeAsync(5000)
    expect($isNavigating.get()).toBe(false)
    expect(places).toEqual([])
  })
  test('is busy while it lasts, and happens once however often it is asked for', async () => {
    replies['PUT /api/profile'] = later(() => json(asha), 500)
    const { $saving, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    void saveProfile()
    void saveProfile()
    await vi.advanceTimersByTimeAsync(499)
    expect($saving.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect($saving.get()).toBe(false)
    expect(saves()).toHaveLength(1)
  })
  test('keeps what was typed while it was under way', async () => {
    replies['PUT /api/profile'] = later(() => json({ ...asha, name: 'Asha R' }), 500)
    const { $fields, saveProfile, setField } = await arriveAndTyping({ name: ' Asha R ' })
    void saveProfile()
    setField('phone', '12345')
    await vi.advanceTimersByTimeAsync(500)
    expect($fields.get()).toEqual({ ...asha, name: 'Asha R', phone: '12345' })
  })
  test.each<[ProfileField, string, string]>([
    ['name', '   ', text.nameRequired],
    ['email', '', invalidEmail],
    ['email', 'asha@', invalidEmail],
    ['phone', ' ', text.phoneRequired],
    ['date_of_birth', '', invalidDate],
    ['property_id', '', unknownProperty]
  ])("refuses %s '%s' with a sentence by the field, and sends nothing", async (field, value, sentence) => {
    const { $errors, $fields, $errorCount, said, saveProfile, setField } = await arriveAndTyping({ [field]: value })
    await saveProfile()
    expect($errors.get()).toEqual({ [field]: sentence })
    expect($errorCount.get()).toBe(1)
    expect(said()).toEqual([`error: ${sentence}`])
    expect(saves()).toEqual([])
    expect($fields.get()[field]).toBe(value)
    setField(field, 'x')
    expect($errors.get()).toEqual({})
  })
  test.each<[ProfileField, string]>([
    ['phone', 'abc'],
    ['email', 'a@b'],
    ['email', "o'brien@example.in"]
  ])("saves %s '%s', for which the spec has no rule", async (field, value) => {
    const { said, saveProfile } = await arriveAndTyping({ [field]: value })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, [field]: value }])
    expect(said()).toEqual([`success: ${text.saved}`])
  })
  test('names every field that is missing, and says the first', async () => {
    const { $errors, said, saveProfile } = await arriveAndTyping({ date_of_birth: '', email: '', phone: '' })
    await saveProfile()
    expect(Object.keys($errors.get())).toEqual(['email', 'phone', 'date_of_birth'])
    expect(said()).toEqual([`error: ${invalidEmail}`])
  })
  test('sets no bounds of its own on age (decision 7)', async () => {
    const { saveProfile } = await arriveAndTyping({ date_of_birth: '2025-01-01' })
    await saveProfile()
    expect(saves()).toMatchObject([{ date_of_birth: '2025-01-01' }])
  })
  test('can be done without the list of properties', async () => {
    replies['GET /api/properties'] = broken
    const { said, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    await saveProfile()
    expect(saves()).toEqual([{ ...asha, name: 'Asha' }])
    expect(said()).toEqual([`success: ${text.saved}`])
  })
})

describe('a save that fails', () => {
  test.each([
    ['says the reason of the server', () => refused('The server is resting', 503), 'The server is resting'],
    ['has its own words for a page', () => new Response('<h1>502</h1>', { status: 502 }), text.saveFailed],
    ['has its own words for an empty answer', () => new Response(null, { status: 500 }), text.saveFailed],
    ['has its own words for another shape', () => json({ ok: true }), text.saveFailed],
    ['has its own words offline', () => Promise.reject(new TypeError('Failed to fetch')), text.saveFailed]
  ])('%s and keeps what was typed', async (_, answer, sentence) => {
    replies['PUT /api/profile'] = answer
    const typed = { email: 'new@example.in', name: 'New Name', property_id: '9' }
    const { $fields, $formError, $saving, said, saveProfile } = await arriveAndTyping(typed)
    await saveProfile()
    expect($fields.get()).toEqual({ ...asha, ...typed })
    expect($formError.get()).toBe(sentence)
    expect(said()).toEqual([`error: ${sentence}`])
    expect($saving.get()).toBe(false)
    await vi.advanceTimersByTimeAsync(5000)
    expect(places).toEqual([])
  })
  test('shows a taken e-mail by its field', async () => {
    replies['PUT /api/profile'] = () => refused(emailTaken, 409)
    const { $errors, $formError, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    expect($errors.get()).toEqual({ email: emailTaken })
    expect($formError.get()).toBeNull()
  })
  test('shows a list of reasons by their fields', async () => {
    const list = [
      { loc: ['body', 'phone'], msg: 'Too short', type: 'x' },
      { loc: ['body', 'phone'], msg: 'Not Indian', type: 'x' }
    ]
    replies['PUT /api/profile'] = () => refused(list, 422)
    const { $errors, said, saveProfile } = await arriveAndTyping({ phone: '1' })
    await saveProfile()
    expect($errors.get()).toEqual({ phone: 'Too short' })
    expect(said()).toEqual(['error: Validation error: body.phone: Too short, body.phone: Not Indian'])
  })
  test('is forgotten once the same is saved after all', async () => {
    replies['PUT /api/profile'] = () => refused(emailTaken, 409)
    const { $errors, $formError, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    replies['PUT /api/profile'] = broken
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, 'Internal server error'])
    replies['PUT /api/profile'] = body => json(body)
    await saveProfile()
    expect([$errors.get(), $formError.get()]).toEqual([{}, null])
  })
  test('takes its errors back with the next try', async () => {
    replies['PUT /api/profile'] = () => refused(emailTaken, 409)
    const { $errors, saveProfile } = await arriveAndTyping({ email: 'other@example.in' })
    await saveProfile()
    replies['PUT /api/profile'] = body => json(body)
    await saveProfile()
    expect($errors.get()).toEqual({})
  })
  test('leaves the saying to the session where that has ended', async () => {
    replies['PUT /api/profile'] = () => refused('Not authenticated', 401)
    const { said, saveProfile } = await arriveAndTyping({ name: 'Asha' })
    await saveProfile()
    expect(places).toEqual(['/auth?next=/profile'])
    expect(said()).toEqual([])
    expect(asksBeforeLeaving()).toBe(false)
  })
})

describe('another property', () => {
  test('is what the scooters that come next are asked for at, before the profile is told again', async () => {
    const { saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    const { cachedProfile } = await import('#stores/profile/profile.ts')
    expect(cachedProfile()?.property_id).toBe('9')
  })
  test('is warned about until it is the saved one again', async () => {
    const { $isPropertyChanged, setField } = await arriveAndTyping({ property_id: '9' })
    expect($isPropertyChanged.get()).toBe(true)
    setField('property_id', '7')
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('leads to its scooters one second after it is saved, and the news goes along', async () => {
    const { $isNavigating, $saved, said, saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    expect($saved.get()).toMatchObject({ property_id: '9' })
    expect(said()).toEqual([`success: ${text.saved}`])
    expect($isNavigating.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(999)
    expect([places, carried()]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1)
    expect(places).toEqual(['/'])
    expect(carried()).toEqual([{ kind: 'success', sentence: text.saved }])
    await saveProfile()
    expect(saves()).toHaveLength(1)
  })
  test('does not take away who types on meanwhile', async () => {
    const { $fields, $isNavigating, saveProfile, setField } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    setField('name', 'Asha R')
    await vi.advanceTimersByTimeAsync(5000)
    expect(places).toEqual([])
    expect($isNavigating.get()).toBe(false)
    expect($fields.get()).toEqual({ ...asha, name: 'Asha R', property_id: '9' })
  })
  test('does not bring back who has signed out meanwhile', async () => {
    const { saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    const { $token } = await import('#client/session/token.ts')
    $token.set(undefined)
    await vi.advanceTimersByTimeAsync(5000)
    expect(places).toEqual(['/auth?next=/profile'])
  })
})

describe('coming back to the tab', () => {
  const seenAgain = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }

  test('shows what another tab has saved, and keeps what is typed here', async () => {
    const { $fields, $isPropertyChanged } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = () => json({ ...asha, phone: '12345', property_id: '9' })
    await seenAgain()
    expect($fields.get()).toEqual({ ...asha, name: 'Asha R', phone: '12345', property_id: '9' })
    expect($isPropertyChanged.get()).toBe(false)
  })
  test('keeps the form when the server does not answer', async () => {
    const { $fields, $saved, said } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = broken
    await seenAgain()
    expect($saved.get()).toEqual(asha)
    expect($fields.get().name).toBe('Asha R')
    expect(said()).toEqual([])
  })
  test('does not bring back what was there before a save', async () => {
    const { $fields, $saved, saveProfile } = await arriveAndTyping({ name: 'Asha R' })
    replies['GET /api/profile'] = later(() => json(asha), 300)
    await seenAgain()
    await saveProfile()
    await vi.advanceTimersByTimeAsync(300)
    expect($saved.get()).toEqual({ ...asha, name: 'Asha R' })
    expect($fields.get().name).toBe('Asha R')
  })
  test('frees a form that was left for the scooters', async () => {
    const { $isNavigating, saveProfile } = await arriveAndTyping({ property_id: '9' })
    await saveProfile()
    await vi.advanceTimersByTimeAsync(1000)
    expect($isNavigating.get()).toBe(true)
    await seenAgain()
    expect($isNavigating.get()).toBe(false)
  })
})

describe('leaving the page', () => {
  test('is asked about only with changes that are not saved', async () => {
    const { saveProfile, setField } = await arriveAndTyping({})
    expect(asksBeforeLeaving()).toBe(false)
    setField('name', 'Asha R')
    expect(asksBeforeLeaving()).toBe(true)
    setField('name', asha.name)
    expect(asksBeforeLeaving()).toBe(false)
    setField('phone', '12345')
    await saveProfile()
    expect(asksBeforeLeaving()).toBe(false)
  })
  test('is not asked about before the profile is there', async () => {
    replies['GET /api/profile'] = never
    await arriveAndTyping({ name: 'early' })
    expect(asksBeforeLeaving()).toBe(false)
  })
})
