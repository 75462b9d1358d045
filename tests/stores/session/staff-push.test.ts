// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscribeStaffToPush, unsubscribeStaffFromPush } from '#contract/riders/push-devices.ts'
import { getMe } from '#contract/staff/me.ts'
import { me } from '#tests/stores/admin/page.ts'
import { finish, leavePage, mountStores, saveOnDevice, server } from '#tests/stores/browser-tab.ts'
import { FakePush } from '#tests/stores/my-bookings/manage-ride/fake-push.ts'
import { setUpSession } from './page.ts'

// Trouble of the portal on this device. How a device subscribes is told with the reminders of riders.

const KEY = `B${'k'.repeat(86)}`

let push: FakePush

setUpSession()
beforeEach(() => {
  push = new FakePush()
  push.install()
  saveOnDevice('admin')
  server.answer(getMe, { ...me, push_key: KEY })
  server.answer(subscribeStaffToPush, { message: '' })
  server.answer(unsubscribeStaffFromPush, { message: '' })
})
afterEach(() => push.remove())

/** Opens the portal, as after a sign-in. */
async function openPortal() {
  leavePage()
  const { loadMe } = await import('#stores/session/me.ts')
  const store = await import('#stores/session/staff-push.ts')
  await finish(loadMe(), 10)
  mountStores(store.staffPush.$state)
  await finish(store.restoreStaffPush(), 100)
  return store.staffPush
}

async function turnOn() {
  const box = await openPortal()
  await finish(box.turnOn())
  return box
}

const saved = () => server.requestsTo(subscribeStaffToPush).length

test('a device shows trouble once its account asks for it', async () => {
  expect([(await openPortal()).$state.get(), saved()]).toEqual(['ready', 0])
  const box = await turnOn()
  expect([box.$state.get(), push.subscription?.key, saved()]).toEqual(['on', KEY, 1])
})

test('each end of a session ends the subscription, and the next session of the account begins it again', async () => {
  await turnOn()
  push.subscription = null
  await openPortal()
  expect([push.subscription !== null, saved()]).toEqual([true, 2])
})

test('another account of the device, and one that has turned it off, begins none', async () => {
  await turnOn()
  push.subscription = null
  saveOnDevice('admin', 'another-token')
  await openPortal()
  expect(push.subscription).toBeNull()
  saveOnDevice('admin')
  const box = await openPortal()
  await finish(box.turnOff(), 100)
  await openPortal()
  expect([push.subscription, server.requestsTo(unsubscribeStaffFromPush).length]).toEqual([null, 1])
})

test('a server without push keys offers none', async () => {
  server.answer(getMe, { ...me, push_key: null })
  expect((await openPortal()).$state.get()).toBe('none')
})
