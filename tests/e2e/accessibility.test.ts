import { expect, test } from 'playwright/test'
import * as auth from '#messages/auth.ts'
import * as booking from '#messages/booking.ts'
import * as home from '#messages/home.ts'
import * as mine from '#messages/my-bookings.ts'
import * as profile from '#messages/profile.ts'
import { faultsOf } from './helpers/accessible.ts'
import { choose, says } from './helpers/booking.ts'
import { DEMO_RIDER, riderAtPlace, signIn, visit } from './helpers/people.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen of a rider is accessible: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults: string[] = []
    const check = async (screen: string) => void faults.push(...(await faultsOf(page, screen)))
    await visit(page, '/auth')
    await check('sign-in')
    await page.getByRole('button', { name: auth.createAccount }).click()
    await check('sign-up')
    await page.getByRole('button', { name: auth.createAccount }).click()
    await says(page, auth.signUpIncomplete)
    await check('sign-up with nothing filled in')
    await signIn(page, DEMO_RIDER)
    await says(page, home.readyToRide)
    await check('home')
    await page.getByRole('link', { name: home.bookNow }).first().click()
    await choose(page, 8, '10:00', 'Quick Hop')
    await check('booking')
    await page.getByRole('button', { name: booking.moreDates }).click()
    await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
    await check('calendar')
    await visit(page, '/my-bookings')
    await says(page, mine.currentAndUpcoming)
    await check('my bookings')
    await visit(page, '/nowhere')
    await check('404')
    expect(faults).toEqual([])
  })

  test(`the profile is accessible in all its states: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await riderAtPlace(page)
    await visit(page, '/profile')
    await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha Rao')
    expect(await faultsOf(page, 'profile')).toEqual([])
    await page.getByLabel(auth.property, { exact: true }).selectOption({ index: 0 })
    await page.getByLabel(auth.fullName).fill('')
    await page.getByRole('button', { name: profile.save }).click()
    await says(page, profile.nameRequired)
    expect(await faultsOf(page, 'profile with a name missing')).toEqual([])
  })
}
