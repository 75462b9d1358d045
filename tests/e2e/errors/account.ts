import { expect, type Page } from 'playwright/test'
import * as passwords from '#messages/account/account.ts'
import * as fields from '#messages/account/account-fields.ts'
import * as auth from '#messages/account/auth.ts'
import * as profile from '#messages/account/profile.ts'

import * as common from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as labels from '#messages/labels.ts'
import * as uploadsText from '#messages/uploads.ts'
import { expectText, pressBookNow } from '../helpers/booking.ts'
import {
  createPropertyWithScooter,
  disableSsrData,
  gotoWithoutLoad,
  LICENCE_FILE,
  newEmail,
  type Rider,
  setUpSignedInRider,
  signUpRider,
  visit
} from '../helpers/people.ts'
import { choosePhoto, fillSignUp, submitSignUp } from '../helpers/sign-up.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { type Row, toastRegion } from './table.ts'

// Sign-up, sign-in, the profile, and errors that are only logged.

/** Revokes a session on the server, like the rider's other device. */
async function endSession(page: Page, { token }: Rider): Promise<void> {
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
}

export const ACCOUNT_ROWS: Row<CatalogueEntry>[] = [
  {
    cause: 'signing up with an invalid photo, a used email, a broken connection and no storage',
    entries: [
      'License photo upload failed: ',
      'Upload failed: ',
      "the server's detail of a sign-up",
      'Signup failed',
      'cloud storage that is unavailable is told, and the alternative'
    ],
    run: async ({ faultProxy, page, expectToast }) => {
      const { email } = await signUpRider((await createPropertyWithScooter()).property.id)
      await fillSignUp(page, { email })
      await choosePhoto(page, { ...LICENCE_FILE, buffer: Buffer.from('<svg/>') })
      await submitSignUp(page)
      const refused = uploadsText.licenceUploadFailed(uploadsText.uploadNotImage)
      await expectToast(['License photo upload failed: ', 'Upload failed: '], refused)
      await choosePhoto(page)
      await submitSignUp(page)
      await expectToast("the server's detail of a sign-up", auth.emailTaken)
      await page.getByLabel(fields.email).fill(newEmail())
      faultProxy.fail(/\/auth\/signup$/, 'cut')
      await submitSignUp(page)
      await expectToast('Signup failed')
      faultProxy.fail(/\/uploads\/license$/, 'unknown')
      // A photo that was uploaded before is not uploaded again.
      await choosePhoto(page)
      await submitSignUp(page)
      const alternative = uploadsText.licenceUploadFailed(uploadsText.storageUnavailable)
      await expectToast('cloud storage that is unavailable is told, and the alternative', alternative)
      await expect(page.getByLabel(fields.fullName)).toHaveValue('Asha Rao')
    }
  },
  {
    cause: 'signing in with a wrong password and over a broken connection',
    entries: ["the server's detail of a sign-in", 'Login failed'],
    run: async ({ faultProxy, page, expectToast }) => {
      await visit(page, '/auth')
      await page.getByLabel(fields.email).fill('rider@demo.test')
      await page.getByLabel(passwords.password, { exact: true }).fill('Wrong@123')
      await page.getByRole('button', { name: auth.signIn }).click()
      await expectToast("the server's detail of a sign-in", auth.wrongCredentials)
      faultProxy.fail(/\/auth\/signin$/, 'cut')
      await page.getByRole('button', { name: auth.signIn }).click()
      await expectToast('Login failed')
      await expect(page.getByLabel(fields.email)).toHaveValue('rider@demo.test')
    }
  },
  {
    cause: 'saving the profile with a used email, over a broken connection, and successfully',
    entries: ["the server's detail of a profile save", 'Failed to update profile', 'Profile updated successfully!'],
    run: async ({ faultProxy, page, expectToast }) => {
      const { property: next } = await createPropertyWithScooter()
      const { property, rider } = await setUpSignedInRider(page)
      const other = await signUpRider(property.id)
      const save = page.getByRole('button', { name: labels.save })
      const email = page.getByLabel(fields.email)
      await visit(page, '/profile')
      await page.getByLabel(fields.fullName).fill('Asha R. Rao')
      await page.getByLabel(fields.property, { exact: true }).selectOption({ label: fields.propertyOption(next) })
      await email.fill(other.email)
      await save.click()
      await expectToast("the server's detail of a profile save", auth.emailTaken)
      await expect(email).toHaveAccessibleDescription(auth.emailTaken)
      await expect(email).toBeFocused()
      await email.fill(rider.email)
      faultProxy.fail(/\/api\/profile$/, 'cut')
      await save.click()
      await expectToast('Failed to update profile')
      await expect(page.locator('form').getByText(profile.saveFailed)).toBeVisible()
      await expect(page.getByLabel(fields.fullName)).toHaveValue('Asha R. Rao')
      await expect(page.getByLabel(fields.property, { exact: true })).toHaveValue(next.id)
      faultProxy.restore()
      await save.click()
      await expectToast('Profile updated successfully!')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: next.name })).toBeVisible()
    }
  },
  {
    cause: 'plans, properties and a profile that fail to load, and a session that was revoked elsewhere',
    entries: [
      'pricing plans that do not load are only logged',
      'properties that do not load are only logged',
      'the profile that does not load is only logged',
      'a 401 on the profile fetch ends the session'
    ],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      const { property, rider, scooter } = await setUpSignedInRider(page)
      await disableSsrData(page)
      const logged: string[] = []
      page.on('console', message => message.type() === 'error' && logged.push(message.text()))
      const isLogged = (path: RegExp) => expect.poll(() => logged.some(line => path.test(line))).toBe(true)
      const onlyToastIs = async (sentence: string) => {
        await expect(toastRegion(page).getByText(sentence)).toBeVisible()
        expect(await toastRegion(page).locator('p').allTextContents()).toEqual([sentence])
      }
      faultProxy.fail(/\/pricing-plans$/, 'cut')
      await visit(page, `/booking/${scooter.id}`)
      await expect(page.getByRole('radio', { name: /^12 hours/ })).toBeVisible()
      await isLogged(/GET.*\/pricing-plans/)
      await page.getByRole('combobox', { name: labels.startTime }).selectOption({ label: bookingTimes.chooseTime })
      await pressBookNow(page)
      await onlyToastIs(booking.choosePlanFirst)
      covers('pricing plans that do not load are only logged')

      faultProxy.fail(/\/api\/(profile|properties)$/, 'cut')
      await visit(page, '/profile')
      await expectText(page, profile.loadFailed)
      await isLogged(/GET.*\/api\/profile/)
      await isLogged(/GET.*\/api\/properties"/)
      faultProxy.restore()
      faultProxy.fail(/\/api\/properties$/, 'cut')
      await page.getByRole('button', { name: common.tryAgain }).click()
      await expectText(page, fields.propertiesLoadFailed)
      await page.getByLabel(fields.fullName).fill('Asha R. Rao')
      await page.getByRole('button', { name: labels.save }).click()
      await onlyToastIs(profile.saved)
      covers('the profile that does not load is only logged')
      covers('properties that do not load are only logged')
      faultProxy.restore()
      await page.getByRole('button', { name: common.tryAgain }).click()
      await expect(page.getByLabel(fields.property, { exact: true }).locator('option:checked')).toHaveText(
        fields.propertyOption(property)
      )
      await expect(page.getByLabel(fields.fullName)).toHaveValue('Asha R. Rao')

      await endSession(page, rider)
      await gotoWithoutLoad(page, '/profile')
      await expect(page).toHaveURL('/auth?next=/profile')
      await expectToast('a 401 on the profile fetch ends the session', passwords.sessionEnded)
    }
  }
]
