import { expect, type Page } from 'playwright/test'
import type { Role } from '#domain/admin/roles.ts'
import { clockOf, dayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'
import { clickButton, closeAlert, fillSignIn } from './admin.ts'
import { createPaidRide, dayFromToday, expectText, nextStart, readPinAndCancel } from './booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  createScooter,
  newEmail,
  type Rider,
  signUpRider,
  visit,
  waitForHydration
} from './people.ts'

export const STAFF_PASSWORD = 'Staff@123'

/** Invites somebody to one property through the API, as another owner. */
export async function invite(role: Role, property_id: string, name = 'Ravi Kumar') {
  const email = newEmail()
  const data = { email, name, property_ids: [property_id], role }
  const { link } = await callAsAdmin<{ link: string }>('POST', '/team', data)
  return { email, link }
}

/** Opens the link of an invitation, chooses a password and signs in with it. */
export async function joinBy(page: Page, link: string, email: string): Promise<void> {
  await visit(page, link)
  await expect(page.getByRole('heading', { name: passwordResetText.invitationTitle })).toBeVisible()
  await page.getByLabel(accountText.newPassword, { exact: true }).fill(STAFF_PASSWORD)
  await clickButton(page, passwordResetText.savePassword)
  await page.waitForURL('/admin/auth')
  await expectText(page, passwordResetText.passwordSaved)
  await waitForHydration(page)
  await fillSignIn(page, { email, password: STAFF_PASSWORD })
  await closeAlert(page, authText.adminWelcome)
  await page.waitForURL(/\/admin(\?|$)/)
  await waitForHydration(page)
}

/** A property with these riders, whose licences wait, and an invited manager of it. */
export async function setUpQueue(names: readonly string[]) {
  const place = await createPropertyWithScooter()
  const riders: Rider[] = []
  for (const name of names) riders.push(await signUpRider(place.property.id, name))
  return { ...(await invite('manager', place.property.id, 'Farah Ali')), ...place, riders }
}

/** Two scooters that need a new PIN, one of them booked next, a third in maintenance, and an invited caretaker. */
export async function setUpRound() {
  const { property, scooter } = await createPropertyWithScooter()
  const parked = await createScooter(property.id, 'Ola S1 Air · T2')
  const broken = await createScooter(property.id, 'TVS iQube · T3', 'Maintenance')
  await callAsAdmin('PUT', `/properties/${property.id}/settings`, { pin_mode: 'rotate' })
  const { token } = await signUpRider(property.id)
  for (const { id } of [scooter, parked]) await readPinAndCancel(token, id)
  const start = nextStart()
  await createPaidRide(token, scooter.id, isToday(start) ? 0 : 1, clockOf(start))
  return { ...(await invite('caretaker', property.id)), broken, parked, property, scooter, start }
}

export const isToday = (start: Date) => dayOf(start) === dayFromToday(0)

/** Shows the day of that ride in Today. */
export const openDayOf = (page: Page, start: Date) =>
  clickButton(page, isToday(start) ? commonText.today : listsText.tomorrow)

/** Presses 'Changed' for each of these scooters. */
export async function changePins(page: Page, scooters: readonly { name: string }[]): Promise<void> {
  for (const { name } of scooters) {
    await clickButton(page, listsText.actionOn(pinChangesText.markChanged, name))
    await expectText(page, pinChangesText.changed(name))
  }
}
