// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { type RideThen, whoRode } from '#contract/catalogue/who-rode.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { mountStores, openPage, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

// The page that says who had a scooter at a time.

setUpBrowserTab()

async function openAnswer() {
  openPage('/admin/who-rode/7?at=2026-06-15T14:14:00.000Z', 'admin')
  const { $whoRode } = await import('#stores/admin/catalogue/who-rode.ts')
  mountStores($whoRode)
  await waitForTask(null)
  return $whoRode
}

const ride: RideThen = {
  cancelled_at: null,
  end_time: '2026-06-15T15:00:00.000Z',
  id: '4f2a91bc',
  license_expires_on: null,
  license_status: null,
  moves: [],
  pin_seen_at: null,
  property_name: 'Palm Grove',
  returned_at: null,
  rider: 'known',
  start_time: '2026-06-15T12:00:00.000Z',
  user_email: null,
  user_name: 'Asha Rao',
  user_phone: null
}

test('lists what is known of a ride: a cancelled one is not to be returned', async () => {
  const { factsOf } = await import('#stores/admin/catalogue/who-rode.ts')
  const termsOf = (change: Partial<RideThen>) => factsOf({ ...ride, ...change }).map(([term]) => term)
  const known = [
    whoRodeText.facts.rider,
    whoRodeText.facts.property,
    whoRodeText.facts.reference,
    whoRodeText.facts.start,
    whoRodeText.facts.end
  ]
  expect(termsOf({})).toEqual([...known, whoRodeText.facts.returned])
  expect(termsOf({ cancelled_at: '2026-06-15T13:00:00.000Z' })).toEqual([...known, whoRodeText.facts.cancelled])
})

test('says that the time of its address is wrong', async () => {
  server.fail(whoRode, refusalFault('invalid_input', whoRodeText.invalidTime))
  expect((await openAnswer()).get()).toBe('invalid_time')
  expect(await shownToasts()).toEqual([])
})
