// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { advanceTime, errorReply, json, offline } from '#tests/helpers/servers/api-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'
import { FakePush } from './fake-push.ts'

const PUSH = '/api/push'
const KEY = `B${'k'.repeat(86)}`

let push: FakePush
let leave = () => {}

async function openPanel() {
  vi.resetModules()
  const store = await import('#stores/my-bookings/device-reminders.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = store.$deviceReminders.listen(() => undefined)
  await advanceTime(10)
  return { ...store, toastTexts: () => $toasts.get().map(({ sentence }) => sentence) }
}

async function turnOn() {
  const panel = await openPanel()
  const task = panel.turnRemindersOn()
  await advanceTime(3000)
  await task
  return panel
}

/** The bodies of the calls that save or remove a device. */
const devices = () => requestsTo(PUSH).flatMap(({ body }) => ('endpoint' in body ? [body] : []))

setUpRiderPage({ now: '2026-06-15T14:14:00Z' })
beforeEach(() => {
  push = new FakePush()
  push.install()
  network.replies[PUSH] = ({ body }) => json('endpoint' in body ? { message: text.remindersOn } : { public_key: KEY })
})
afterEach(() => {
  leave()
  push.remove()
})

describe('reminders on a phone', () => {
  test('are off until the rider asks for them, and the browser asks only then', async () => {
    const ask = vi.spyOn(Notification, 'requestPermission')
    const panel = await openPanel()
    expect(panel.$deviceReminders.get()).toBe('ready')
    expect(ask).not.toHaveBeenCalled()
    expect(requestsTo(PUSH)).toEqual([])
  })

  test('are turned on with the key of the server', async () => {
    const panel = await turnOn()
    expect(panel.$deviceReminders.get()).toBe('on')
    expect(push.subscription?.key).toBe(KEY)
    expect(devices()).toMatchObject([{ endpoint: push.subscription?.endpoint }])
    expect(panel.toastTexts()).toEqual([text.remindersOn])
  })

  test('stay on when the panel is opened again, without a call', async () => {
    await turnOn()
    leave()
    const calls = requestsTo(PUSH).length
    expect((await openPanel()).$deviceReminders.get()).toBe('on')
    expect(requestsTo(PUSH)).toHaveLength(calls)
  })

  test('replace the subscription of an earlier key', async () => {
    push.subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/old', key: 'old' }
    await turnOn()
    expect([push.subscription?.key, push.subscribed]).toEqual([KEY, 1])
  })

  test('are turned off on the phone and on the server', async () => {
    const panel = await turnOn()
    const endpoint = push.subscription?.endpoint
    await panel.turnRemindersOff()
    expect([panel.$deviceReminders.get(), push.subscription]).toEqual(['ready', null])
    expect(devices().at(-1)).toEqual({ endpoint })
    expect(panel.toastTexts().at(-1)).toBe(text.remindersOff)
  })

  test('are off on the phone also if the server is not reached', async () => {
    const panel = await turnOn()
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    network.replies[PUSH] = offline
    const task = panel.turnRemindersOff()
    await advanceTime(10_000)
    await task
    expect([panel.$deviceReminders.get(), push.subscription]).toEqual(['ready', null])
  })
})

describe('reminders that cannot be turned on', () => {
  test.each([
    ['the rider refuses now', 'default'],
    ['the rider refused before', 'denied']
  ] as const)('because %s: a message says so, and nothing is sent', async (_, permission) => {
    Object.assign(push, { answer: 'denied', permission })
    const panel = await turnOn()
    expect(panel.toastTexts()).toEqual([text.blocked])
    expect(panel.$deviceReminders.get()).toBe('ready')
    expect(requestsTo(PUSH)).toEqual([])
  })

  test('because the question was closed: nothing changes', async () => {
    push.answer = 'default'
    const panel = await turnOn()
    expect([panel.$deviceReminders.get(), panel.toastTexts()]).toEqual(['ready', []])
  })

  test('on an iPhone ask to install the app first, and are not offered by other browsers without push', async () => {
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(globalThis, 'PushManager')
    expect((await openPanel()).$deviceReminders.get()).toBe('none')
    leave()
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
    expect((await openPanel()).$deviceReminders.get()).toBe('install_first')
    Reflect.deleteProperty(navigator, 'standalone')
  })

  test('are not offered if the server sends no push messages', async () => {
    delete document.documentElement.dataset.push
    expect((await openPanel()).$deviceReminders.get()).toBe('none')
  })
})

describe('a failure', () => {
  test('of the push service is shown, and nothing is sent', async () => {
    push.isServiceDown = true
    const panel = await turnOn()
    expect(panel.$deviceReminders.get()).toBe('ready')
    expect(panel.toastTexts()).toEqual([text.remindersFailed])
    expect(devices()).toEqual([])
  })

  test('to save the device leaves no subscription behind', async () => {
    network.replies[PUSH] = ({ body }) =>
      'endpoint' in body ? errorReply(text.deviceKeysInvalid) : json({ public_key: KEY })
    const panel = await turnOn()
    expect([panel.$deviceReminders.get(), push.subscription]).toEqual(['ready', null])
    expect(panel.toastTexts()).toEqual([text.deviceKeysInvalid])
  })
})
