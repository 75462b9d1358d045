import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { PATHS } from '#domain/routes.ts'
import { dateText } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { clickButton, row } from './helpers/admin.ts'
import { dayFromToday, dayInStrip } from './helpers/booking.ts'
import { test } from './helpers/fault-proxy.ts'
import {
  createPropertyWithScooter,
  seedAdminSession,
  setUpSignedInRider,
  signUpRider,
  visit,
  visitUnhydrated
} from './helpers/people.ts'

// What was typed, chosen and pressed before hydration survives the elements that a browser extension adds, such as a
// password manager's button beside a field. React expects the elements of the server.

type Place = 'around' | 'beside' | 'in the form' | 'in the label' | 'in the page' | 'on the field'

const PLACES: readonly Place[] = ['around', 'beside', 'in the form', 'in the label', 'in the page', 'on the field']

/** Adds elements to the page, or attributes to its fields. Runs in the page. */
function addElements(places: readonly Place[]): void {
  const added = () => document.createElement('div')
  const add: Record<Place, (field: HTMLInputElement | HTMLSelectElement) => void> = {
    around: field => {
      const frame = added()
      field.replaceWith(frame)
      frame.append(field)
    },
    beside: field => field.after(added()),
    'in the form': field => field.form?.prepend(added()),
    'in the label': field => field.labels?.[0]?.prepend(added()),
    'in the page': field => {
      field.closest('astro-island')?.prepend(added())
      document.body.prepend(added())
    },
    'on the field': field => field.setAttribute('data-extension', 'yes')
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'astro-island :is(input, select)'
  ))
    for (const place of places) add[place](field)
}

/** Puts an element beside each field that has none, as soon as the field appears and after each change. */
function keepAddingElements(): void {
  const addMissing = () => {
    for (const field of document.querySelectorAll('input, select'))
      if (!field.nextElementSibling?.matches('.extension'))
        field.after(Object.assign(document.createElement('div'), { className: 'extension' }))
  }
  new MutationObserver(addMissing).observe(document, { childList: true, subtree: true })
}

async function typeCredentials(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel(accountText.email).fill(email)
  await page.getByLabel(accountText.password, { exact: true }).fill(password)
}

async function newRider() {
  const { property } = await createPropertyWithScooter()
  return signUpRider(property.id)
}

for (const place of PLACES) {
  test(`a rider signs in with what was typed and pressed before elements were added ${place}`, async ({ page }) => {
    const rider = await newRider()
    const loadScripts = await visitUnhydrated(page, PATHS.auth)
    await typeCredentials(page, rider)
    await page.evaluate(addElements, [place])
    await clickButton(page, authText.signIn)
    loadScripts()
    await expect(page).toHaveURL('/')
  })
}

test('a rider signs in while an extension adds an element beside each field again and again', async ({
  faultProxy,
  page
}) => {
  const rider = await newRider()
  await page.addInitScript(keepAddingElements)
  // The extension sees each field as soon as it has arrived.
  faultProxy.divide(PATHS.auth, html => html.split(/(?<=<input[^>]*>)/))
  const loadScripts = await visitUnhydrated(page, PATHS.auth)
  await expect(page.locator('.extension').first()).toBeAttached()
  await typeCredentials(page, rider)
  await clickButton(page, authText.signIn)
  loadScripts()
  await expect(page).toHaveURL('/')
})

test('an admin searches for what was typed before elements were added', async ({ page }) => {
  const { property } = await createPropertyWithScooter()
  await seedAdminSession(page)
  const loadScripts = await visitUnhydrated(page, screenPath('properties'))
  await page.getByLabel(catalogueText.properties.search).fill(property.name)
  await page.evaluate(addElements, PLACES)
  loadScripts()
  await expect(page.getByRole('row')).toHaveCount(1)
  await expect(row(page, property.name)).toBeVisible()
})

test('a rider books what was chosen before elements were added', async ({ page }) => {
  const { scooter } = await setUpSignedInRider(page)
  const loadScripts = await visitUnhydrated(page, `/booking/${scooter.id}`)
  await dayInStrip(page, 3).check()
  await page.getByRole('radio', { name: /^3 hours/ }).check()
  await page.evaluate(addElements, PLACES)
  loadScripts()
  const summary = page.getByRole('complementary').filter({ hasText: bookingText.summary })
  await expect(summary).toContainText(dateText(dayFromToday(3)))
  await expect(summary).toContainText('3 hours')
})

test('a page that nobody changes is hydrated without events of its own', async ({ page }) => {
  const { scooter } = await setUpSignedInRider(page)
  await page.addInitScript(() => {
    const count = () => Object.assign(window, { keyups: ((window as { keyups?: number }).keyups ?? 0) + 1 })
    addEventListener('keyup', count, true)
  })
  for (const path of [PATHS.profile, PATHS.myBookings, `/booking/${scooter.id}`, PATHS.home]) {
    await visit(page, path)
    expect(await page.evaluate(() => 'keyups' in window), path).toBe(false)
  }
})
