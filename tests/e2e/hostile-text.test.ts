import { expect, type Page } from 'playwright/test'
import { DAYS } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'
import { openAdminTab, openTab, row } from './helpers/admin.ts'
import { createOrder, expectText } from './helpers/booking.ts'
import { HOSTILE_TEXTS } from './helpers/hostile-text.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  gotoWithoutLoad,
  openApi,
  seedRiderSession,
  signUpRider,
  visit
} from './helpers/people.ts'
import { test } from './helpers/test.ts'

// Every name is shown as plain text. The tests also expect no violation of the content security policy,
// so no script was even tried.

const BY_MARKUP =
  '[onload],[onerror],[onclick],[onfocus],[ontoggle],[onbegin],[onstart],[srcdoc],:is([href],[src],[action])[href^="javascript" i],[src^="javascript" i],[action^="javascript" i]'

/** The text as it is displayed, with white space collapsed. */
const normalized = (text: string) => text.trim().replace(/\s+/g, ' ')

async function isHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(
    selector => ({ elements: document.querySelectorAll(selector).length, ran: 'pwned' in window }),
    BY_MARKUP
  )
  expect(found).toEqual({ elements: 0, ran: false })
}

function noticeDialogs(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return dialogs
}

for (const text of HOSTILE_TEXTS) {
  test(`a rider sees plain text, and the sign-in opens no such page: ${text}`, async ({ page }) => {
    const dialogs = noticeDialogs(page)
    const { property, scooter } = await createPropertyWithScooter('Available', {
      location: text,
      name: text,
      scooter: text
    })
    const plan = { available_days: DAYS, cost: 90, hours: 2, is_active: true, name: text, property_id: property.id }
    await callAsAdmin('POST', '/pricing-plans', plan)
    const rider = await signUpRider(property.id, text)
    const { session_id } = await createOrder(rider.token, scooter.id, 1, '10:00')
    const api = await openApi(rider.token)
    const failure = await api.post('/api/bookings/payment-failed', {
      multipart: { error_description: text, session_id }
    })
    expect(failure.ok()).toBe(true)
    await visit(page, `/auth?next=${encodeURIComponent(text)}`)
    await isHarmless(page)
    await seedRiderSession(page, rider)
    for (const path of ['/', `/booking/${scooter.id}`, '/my-bookings']) {
      await visit(page, path)
      await expect(page.getByText(normalized(text)).first()).toBeVisible()
      await isHarmless(page)
    }
    await visit(page, '/profile')
    await expect(page.locator('input').first()).toHaveValue(cleanLine(text))
    await isHarmless(page)
    await gotoWithoutLoad(page, `/booking/${encodeURIComponent(text)}?date=${encodeURIComponent(text)}`)
    await expectText(page, bookingText.scooterNotFound)
    await isHarmless(page)
    expect(dialogs).toEqual([])
  })
}

test('an admin sees all of them as plain text in every list and dialog', NIGHTLY, async ({ page }) => {
  const dialogs = noticeDialogs(page)
  await openAdminTab(page, 'properties')
  const latest = normalized(HOSTILE_TEXTS.at(-1) ?? '')
  for (const tab of ['properties', 'scooters', 'plans', 'users', 'bookings'] as const) {
    await openTab(page, tab)
    await expect(page.getByRole('table', { name: dashboardText.tabs[tab] })).toBeVisible()
    await expect(row(page, latest).first()).toBeVisible()
    await isHarmless(page)
  }
  await row(page, latest).first().getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText(latest).first()).toBeVisible()
  await isHarmless(page)
  await visit(page, `/admin?tab=${encodeURIComponent(latest)}`)
  await isHarmless(page)
  expect(dialogs).toEqual([])
})
