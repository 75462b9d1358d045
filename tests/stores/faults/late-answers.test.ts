// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { mountStores, openPage, server, setUpBrowserTab, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Kochi', name: 'Palm Grove' }

async function openHome() {
  openPage('/', 'rider')
  server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', property_id: 7 })
  server.answer(listProperties, [palmGrove])
  server.answer(getPropertyPricing, { hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
  server.answer(listPropertyPlans, { pricing_plans: [] })
  server.answer(listPropertyScooters, [{ id: 1, name: 'Ather', property_name: 'Grove', status: 'Available' }])
  return import('#stores/home/home.ts')
}

describe('a late response', () => {
  test.each([
    ['the price', getPropertyPricing],
    ['the properties', listProperties]
  ])('with a failure of %s does not replace newer data', async (_, endpoint) => {
    const home = await openHome()
    server.fail(listPropertyScooters, { body: {}, kind: 'answers', status: 500 })
    server.fail(endpoint, { kind: 'hangs' }, 1)
    mountStores(home.$scooters)
    await waitUntil(() => home.$scooters.get() === 'failed')
    server.clearFaults()
    await waitForTask(home.loadHome())
    expect([home.$prices.get()?.lowest.perHour, home.$property.get()]).toEqual([
      60,
      expect.objectContaining({ image_url: palmGrove.image_url })
    ])
  })
  test("with failed properties does not empty the sign-up's list, which another request has filled", async () => {
    openPage('/auth', null)
    server.answer(listProperties, [palmGrove])
    await import('#stores/auth/sign-up.ts')
    const form = await import('#stores/kit/property-list.ts')
    server.fail(listProperties, { kind: 'hangs' }, 1)
    mountStores(form.$properties)
    await waitUntil(() => server.requestCount(listProperties) === 1)
    await waitForTask(form.loadProperties())
    expect(form.$properties.get()).toHaveLength(1)
  })
  test("with failed properties does not empty the profile's list, which another request has filled", async () => {
    openPage('/profile', 'rider')
    server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', property_id: 7 })
    server.answer(listProperties, [palmGrove])
    const form = {
      ...(await import('#stores/profile/profile-form.ts')),
      ...(await import('#stores/kit/property-list.ts'))
    }
    server.fail(listProperties, { kind: 'hangs' }, 1)
    mountStores(form.$savedProfile)
    await waitUntil(() => server.requestCount(listProperties) === 1)
    await waitForTask(form.loadProperties())
    expect(form.$properties.get()).toHaveLength(1)
  })
})
