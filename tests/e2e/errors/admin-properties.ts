import { expect } from 'playwright/test'
import * as auth from '#messages/account/auth.ts'
import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as catalogueResponses from '#messages/admin/catalogue/catalogue.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as portalOverview from '#messages/admin/overview.ts'
import * as portalRiders from '#messages/admin/riders.ts'
import * as adminSignIn from '#messages/admin/sign-in.ts'
import * as apiErrors from '#messages/api-errors.ts'
import * as common from '#messages/app-shell.ts'
import * as booking from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import * as uploads from '#messages/uploads.ts'
import { answerDialog, clickButton, closeAlert, fillSignIn, openAdminTab, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import {
  callAsAdmin,
  createPropertyWithScooter,
  DEMO_ADMIN,
  disableSsrData,
  LICENCE_FILE,
  removeScooter,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import type { CatalogueEntry } from './admin-catalogue.ts'
import type { Row } from './table.ts'

// The admin sign-in, properties, scooters and riders.

const { properties, scooters } = portalCatalogue
const { riders } = portalRiders

/** A file with an image type whose content is not an image. */
const NO_PICTURE = { ...LICENCE_FILE, buffer: Buffer.from('<svg/>') }

export const PROPERTY_ROWS: Row<CatalogueEntry>[] = [
  {
    cause: 'signing in as admin with a wrong password, over a broken connection, and without dashboard data',
    entries: ["the server's detail of an admin sign-in", 'Invalid admin credentials', 'Failed to load dashboard data'],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      await visit(page, '/admin/auth')
      await fillSignIn(page, { ...DEMO_ADMIN, password: 'Wrong@123' })
      await closeAlert(page, auth.wrongCredentials)
      covers("the server's detail of an admin sign-in")
      faultProxy.fail(/\/admin\/auth\/signin$/, 'cut')
      await fillSignIn(page, DEMO_ADMIN)
      await closeAlert(page, adminSignIn.invalidCredentials)
      covers('Invalid admin credentials')
      await expect(page.getByLabel(adminSignIn.adminEmail)).toHaveValue(DEMO_ADMIN.email)
      faultProxy.restore()
      faultProxy.fail(/\/admin\/stats$/, 'gateway')
      await clickButton(page, auth.signIn)
      await closeAlert(page, adminSignIn.welcome)
      await page.waitForURL('/admin')
      await disableSsrData(page)
      await visit(page, '/admin')
      await expectToast('Failed to load dashboard data')
      await expectText(page, portalOverview.recentBookings)
      await expect(page.getByRole('button', { name: common.tryAgain })).toBeVisible()
      faultProxy.restore()
      await clickButton(page, common.tryAgain)
      await expectText(page, portalOverview.totalLocations)
    }
  },
  {
    cause: 'saving a property over a broken connection, with an invalid image, and after it was deleted',
    entries: [
      'Failed to create property',
      'Image upload failed: ',
      'Failed to update property',
      "the server's detail of a property",
      'Are you sure you want to delete this property?',
      'Failed to delete property'
    ],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      const { property } = await createPropertyWithScooter()
      await openAdminTab(page, 'properties')
      await clickButton(page, properties.add)
      await page.getByLabel(properties.name).fill(`${property.name} B`)
      await page.getByLabel(properties.location).fill('Hebbal')
      faultProxy.fail(/\/admin\/properties$/, 'cut')
      await clickButton(page, properties.create)
      await expectToast('Failed to create property')
      faultProxy.restore()
      await page.getByLabel(properties.image).setInputFiles(NO_PICTURE)
      await clickButton(page, properties.create)
      await expectToast('Image upload failed: ', forms.imageUploadFailed(uploads.uploadNotImage))
      await expect(page.getByLabel(properties.name)).toHaveValue(`${property.name} B`)
      await clickButton(page, labels.cancel)

      await clickButton(page, lists.actionOn(lists.deleteLabel, property.name))
      faultProxy.fail(/\/admin\/properties\/.+$/, 'cut')
      await answerDialog(page, properties.deleteQuestion, lists.deleteLabel)
      covers('Are you sure you want to delete this property?')
      await expectToast('Failed to delete property')
      await clickButton(page, lists.actionOn(lists.edit, property.name))
      await page.getByLabel(properties.location).fill('Yelahanka')
      await clickButton(page, labels.save)
      await expectToast('Failed to update property')
      faultProxy.restore()
      await callAsAdmin('DELETE', `/properties/${property.id}`)
      await clickButton(page, labels.save)
      await expectToast("the server's detail of a property", catalogueResponses.propertyNotFound)
      await expect(page.getByLabel(properties.location)).toHaveValue('Yelahanka')
    }
  },
  {
    cause: 'saving a scooter of a deleted property, over a broken connection, and after it was deleted',
    entries: [
      'Failed to create scooter',
      'Validation error: ',
      'the question before a scooter is deleted',
      'Failed to delete scooter',
      'Failed to update scooter',
      "the server's detail of a scooter",
      'This will update all existing scooters to use 6-digit numeric PINs. Continue?',
      'Failed to migrate PINs'
    ],
    run: async ({ faultProxy, covers, page, expectToast }) => {
      const [{ property, scooter }, other] = [await createPropertyWithScooter(), await createPropertyWithScooter()]
      await openAdminTab(page, 'scooters')
      await clickButton(page, scooters.add)
      await page.getByLabel(scooters.name).fill('Ola S1')
      await page.getByLabel(scooters.property, { exact: true }).last().selectOption(other.property.id)
      faultProxy.fail(/\/admin\/scooters$/, 'cut')
      await clickButton(page, scooters.create)
      await expectToast('Failed to create scooter')
      faultProxy.restore()
      await callAsAdmin('DELETE', `/properties/${other.property.id}`)
      await clickButton(page, scooters.create)
      const issue = { loc: ['body', 'property_id'], msg: catalogueResponses.propertyNotFound }
      await expectToast('Validation error: ', apiErrors.validationError([issue]))
      await expect(page.getByLabel(scooters.name)).toHaveValue('Ola S1')
      await clickButton(page, labels.cancel)

      const propertyRow = row(page, property.name)
      faultProxy.fail(/\/admin\/scooters\/.+$/, 'cut')
      await clickButton(propertyRow, lists.actionOn(lists.deleteLabel, scooter.name))
      await answerDialog(page, scooters.deleteQuestion, lists.deleteLabel)
      covers('the question before a scooter is deleted')
      await expectToast('Failed to delete scooter')
      await clickButton(propertyRow, lists.actionOn(lists.edit, scooter.name))
      await page.getByLabel(scooters.pin).fill('004821')
      await clickButton(page, labels.save)
      await expectToast('Failed to update scooter')
      faultProxy.restore()
      await removeScooter(scooter.id)
      await clickButton(page, labels.save)
      await expectToast("the server's detail of a scooter", booking.scooterNotFound)
      await clickButton(page, labels.cancel)

      faultProxy.fail(/\/migrate-pins$/, 'cut')
      await clickButton(page, scooters.migrate)
      await answerDialog(page, scooters.migrateQuestion, scooters.migrateConfirm)
      covers('This will update all existing scooters to use 6-digit numeric PINs. Continue?')
      await expectToast('Failed to migrate PINs')
    }
  },
  {
    cause: "uploading a rider's photo that is not an image, and over a broken connection",
    entries: ["the server's detail of a profile image", 'Failed to update profile image'],
    run: async ({ faultProxy, page, expectToast }) => {
      const { email } = await signUpRider((await createPropertyWithScooter()).property.id)
      await openAdminTab(page, 'users')
      const photo = row(page, email).getByLabel(riders.updatePhoto)
      await photo.setInputFiles(NO_PICTURE)
      await expectToast("the server's detail of a profile image", uploads.uploadNotImage)
      faultProxy.fail(/\/profile-image$/, 'cut')
      await photo.setInputFiles(LICENCE_FILE)
      await expectToast('Failed to update profile image')
      faultProxy.restore()
      await photo.setInputFiles(LICENCE_FILE)
      await expectText(page, riders.updated)
      await expect(row(page, email).locator('img')).toHaveAttribute('src', /^\/api\/images\//)
    }
  }
]
