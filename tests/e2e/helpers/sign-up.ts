import { expect, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as commonText from '#messages/common.ts'
import { LICENCE_FILE, newEmail, visit } from './people.ts'

const STRONG_PASSWORD = 'Rider@123'

/** By default a property of the seed, in the demo and in the second backend. Other tests delete the ones they create. */
async function chooseProperty(page: Page, name: RegExp | string = /^Lakeview/): Promise<void> {
  const property = page.getByLabel(commonText.property)
  const option = property.locator('option').filter({ hasText: name }).first()
  await property.selectOption((await option.getAttribute('value')) ?? '')
}

/** Fills in everything except the photo. */
export async function fillSignUp(
  page: Page,
  changes: Partial<Record<'birth' | 'email' | 'password' | 'property', string>> = {}
): Promise<void> {
  await visit(page, '/auth')
  await page.getByRole('button', { name: authText.createAccount }).click()
  await page.getByLabel(accountText.fullName).fill('Asha Rao')
  await page.getByLabel(accountText.email).fill(changes.email ?? newEmail())
  await page.getByLabel(accountText.phoneNumber).fill('9845012345')
  await page.getByLabel(accountText.dateOfBirth).fill(changes.birth ?? '1998-02-28')
  await chooseProperty(page, changes.property)
  await page.getByLabel(accountText.password, { exact: true }).fill(changes.password ?? STRONG_PASSWORD)
}

type Chosen = Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]

export const choosePhoto = (page: Page, file: Chosen = LICENCE_FILE) =>
  page.getByLabel(authText.licencePhoto).setInputFiles(file)

export const submitSignUp = (page: Page) => page.getByRole('button', { name: authText.createAccount }).click()

/** Expects the home page with its data after sign-up. */
export async function expectHome(page: Page): Promise<void> {
  await page.waitForURL('/')
  await expect(page.getByText(/^Available Scooters/)).toBeVisible()
}
