// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { getPropertyPricing, listPropertyPlans } from '#contract/catalogue/catalogue.ts'
import { delayed, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, server, shownToasts } from '#tests/stores/browser-tab.ts'
import { errandRun, openLoadedPage, quickHop, setUpRiderPage } from './page.ts'

setUpRiderPage()

describe('the offers', () => {
  test("are the date's plans, the shortest first", async () => {
    const { $hasPlans, $offers } = await openLoadedPage()
    expect(server.requestsTo(listPropertyPlans).map(({ query }) => query)).toEqual([{ booking_date: '2026-06-15' }])
    expect($hasPlans.get()).toBe(true)
    expect($offers.get().map(({ cost, hours, name }) => [name, hours, cost])).toEqual([
      ['Quick Hop', 1, 50],
      ['Errand Run', 3, 140]
    ])
  })
  test("are 1, 3, 6 and 12 hours at the property's rates when there are no plans", async () => {
    server.answer(listPropertyPlans, { pricing_plans: [] })
    const { $hasPlans, $offers } = await openLoadedPage()
    expect($hasPlans.get()).toBe(false)
    expect($offers.get().map(({ cost, name }) => [name, cost])).toEqual([
      ['1 hour', 60],
      ['3 hours', 150],
      ['6 hours', 280],
      ['12 hours', 480]
    ])
  })
  test('are the durations at the default rates when nothing loads, which the page says until a retry', async () => {
    server.fail(listPropertyPlans, serverError)
    server.fail(getPropertyPricing, serverError)
    const { $offers, $plansFailed, $ratesFailed, loadBookingPage } = await openLoadedPage()
    expect($offers.get().map(({ cost }) => cost)).toEqual([50, 140, 270, 500])
    expect([$plansFailed.get(), $ratesFailed.get()]).toEqual([true, true])
    expect(await shownToasts()).toEqual([])
    server.clearFaults()
    await loadBookingPage()
    await advanceTime(20)
    expect($offers.get().map(({ name }) => name)).toEqual(['Quick Hop', 'Errand Run'])
    expect([$plansFailed.get(), $ratesFailed.get()]).toEqual([false, false])
  })
})

describe('another date', () => {
  test('loads its own plans, and clears a selection that it does not offer', async () => {
    server.answerTo(listPropertyPlans, ({ query: { booking_date } }) => ({
      body: { pricing_plans: booking_date === '2026-06-15' ? [quickHop, errandRun] : [errandRun] }
    }))
    const { $offer, $offers, $arePlansLoading, chooseDay, chooseOffer } = await openLoadedPage()
    chooseOffer('plan-1')
    chooseDay('2026-06-16')
    expect($arePlansLoading.get()).toBe(true)
    await advanceTime(20)
    expect($arePlansLoading.get()).toBe(false)
    expect($offers.get().map(({ name }) => name)).toEqual(['Errand Run'])
    expect($offer.get()).toBeNull()
  })
  test('keeps a selection that it offers too', async () => {
    const { $offer, chooseDay, chooseOffer } = await openLoadedPage()
    chooseOffer('plan-2')
    chooseDay('2026-06-16')
    await advanceTime(20)
    expect($offer.get()?.name).toBe('Errand Run')
  })
  test('ignores a slower response for the date before', async () => {
    const { $offers, chooseDay } = await openLoadedPage()
    server.answerTo(listPropertyPlans, ({ query: { booking_date } }) =>
      booking_date === '2026-06-16'
        ? delayed(800, { body: { pricing_plans: [quickHop] } })
        : { body: { pricing_plans: [errandRun] } }
    )
    chooseDay('2026-06-16')
    chooseDay('2026-06-17')
    await advanceTime(1000)
    expect($offers.get().map(({ name }) => name)).toEqual(['Errand Run'])
  })
})

describe('the ride', () => {
  test('lasts from the start time for the hours of the plan, over midnight too', async () => {
    const { $ride, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseSlot(null)
    expect($ride.get()).toBeNull()
    chooseSlot('23:00')
    chooseOffer('plan-2')
    expect($ride.get()).toEqual({
      end: new Date('2026-06-15T20:30:00Z'),
      start: new Date('2026-06-15T17:30:00Z')
    })
  })
  test('covers all slots from its start to its end', async () => {
    const { $visibleStarts, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    chooseOffer('plan-1')
    const looks = new Map($visibleStarts.get().map(({ look, slot }) => [slot, look]))
    expect(['18:30', '19:00', '19:30', '20:00'].map(slot => looks.get(slot))).toEqual([
      'free',
      'chosen',
      'inRide',
      'free'
    ])
  })
})
