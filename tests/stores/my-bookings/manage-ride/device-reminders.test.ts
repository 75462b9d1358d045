// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/riders/push-devices.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, finish, leavePage, mountStores, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { FakePush } from './fake-push.ts'

const KEY = `B${'k'.repeat(86)}`

let push: FakePush

async function openPanel() {
  leavePage()
  const store = await import('#stores/my-bookings/manage-ride/panel.ts')
  mountStores(store.$deviceReminders)
  await advanceTime(10)
  return store
}

async function turnOn() {
  const panel = await openPanel()
  await finish(panel.turnRemindersOn(), 3000)
  return panel
}

/** The bodies of the calls that save or remove a device. */
const devices = () =>
  [subscribeToPush, unsubscribeFromPush].flatMap(endpoint => server.requestsTo(endpoint).map(({ body }) => body))

setUpRiderPage({ now: '2026-06-15T14:14:00Z' })
beforeEach(() => {
  push = new FakePush()
  push.install()
  server.answer(getPush, { public_key: KEY })
  server.answer(subscribeToPush, { message: manageRideText.remindersOn })
  server.answer(unsubscribeFromPush, { message: '' })
})
afterEach(() => push.remove())

describe('reminders on a phone', () => {
  test('are off until the rider asks for them, and the browser asks only then', async () => {
    const ask = vi.spyOn(Notification, 'requestPermission')
    const panel = await openPanel()
    expect(panel.$deviceReminders.get()).toBe('ready')
    expect(ask).not.toHaveBeenCalled()
    expect(server.requestedPaths()).toEqual([])
  })

  test('are turned on with the key of the server', async () => {
    const panel = await turnOn()
    expect(panel.$deviceReminders.get()).toBe('on')
    expect(push.subscription?.key).toBe(KEY)
    expect(devices()).toMatchObject([{ endpoint: push.subscription?.endpoint }])
    expect(await shownToasts()).toEqual([manageRideText.remindersOn])
  })

  test('stay on when the panel is opened again, without a call', async () => {
    await turnOn()
    const calls = server.requestedPaths()
    expect((await openPanel()).$deviceReminders.get()).toBe('on')
    expect(server.requestedPaths()).toEqual(calls)
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
    expect((await shownToasts()).at(-1)).toBe(manageRideText.remindersOff)
  })

  test('end with the session', async () => {
    await turnOn()
    const { signOut } = await import('#stores/session/session.ts')
    await finish(signOut())
    expect(push.subscription).toBeNull()
  })

  test('are off on the phone also if the server is not reached', async () => {
    const panel = await turnOn()
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    server.fail(unsubscribeFromPush, { kind: 'offline' })
    await finish(panel.turnRemindersOff(), 10_000)
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
    expect(await shownToasts()).toEqual([manageRideText.notificationsBlocked])
    expect(panel.$deviceReminders.get()).toBe('ready')
    expect(server.requestedPaths()).toEqual([])
  })

  test('because the question was closed: nothing changes', async () => {
    push.answer = 'default'
    const panel = await turnOn()
    expect([panel.$deviceReminders.get(), await shownToasts()]).toEqual(['ready', []])
  })

  test('on an iPhone ask to install the app first, and are not offered by other browsers without push', async () => {
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(globalThis, 'PushManager')
    expect((await openPanel()).$deviceReminders.get()).toBe('none')
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
    expect(await shownToasts()).toEqual([manageRideText.remindersFailed])
    expect(devices()).toEqual([])
  })

  test('to save the device leaves no subscription behind', async () => {
    server.fail(subscribeToPush, errorFault(manageRideText.deviceKeysInvalid))
    const panel = await turnOn()
    expect([panel.$deviceReminders.get(), push.subscription]).toEqual(['ready', null])
    expect(await shownToasts()).toEqual([manageRideText.deviceKeysInvalid])
  })
})
