import { expect } from 'playwright/test'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as problemsText from '#messages/problems.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, dayFromToday, expectText } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  createScooter,
  seedAdminSession,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const REASON = 'The brakes squeal'

test('an owner blocks a scooter: two riders get another one, one the money, and one who books meanwhile another one', async ({
  otherPage,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const other = await createScooter(property.id, 'Ola S1 Air · T2')
  const names = ['Asha Rao', 'Bela Sen', 'Chand Roy', 'Dev Nair', 'Esha Pal']
  const [asha, bela, chand, dev, esha] = await Promise.all(names.map(name => signUpRider(property.id, name)))
  if (!(asha && bela && chand && dev && esha)) throw new Error('no riders')
  await createPaidRide(asha.token, scooter.id, 1, '10:00')
  await createPaidRide(bela.token, scooter.id, 1, '12:00')
  await createPaidRide(chand.token, scooter.id, 1, '14:00')
  await createPaidRide(dev.token, other.id, 1, '14:00')

  await seedAdminSession(page)
  await visit(page, '/admin?tab=scooters&view=problems')
  await clickButton(page, adminProblemsText.blocking.action)
  const dialog = page.getByRole('dialog', { name: adminProblemsText.blocking.action })
  await dialog.getByLabel(adminProblemsText.list.scooter).selectOption(scooter.id)
  await dialog.getByLabel(adminProblemsText.blocking.from, { exact: true }).fill(dayFromToday(1))
  await dialog.getByLabel(adminProblemsText.blocking.fromTime).selectOption('09:00')
  await dialog.getByLabel(adminProblemsText.blocking.to, { exact: true }).fill(dayFromToday(0))
  await dialog.getByLabel(adminProblemsText.blocking.toTime).selectOption('18:00')
  await dialog.getByLabel(formsText.reason).fill(REASON)
  await dialog.getByRole('button', { name: adminProblemsText.blockAction(0) }).click()
  await expect(dialog.getByText(problemsText.windowInvalid)).toBeVisible()

  await dialog.getByLabel(adminProblemsText.blocking.to, { exact: true }).fill(dayFromToday(1))
  await expect(dialog.getByText(adminProblemsText.ridesInsideCount(3))).toBeVisible()
  const choiceOf = (name: string) => dialog.getByLabel(name).locator('option:checked')
  await expect(choiceOf('Asha Rao')).toHaveText(adminProblemsText.moveTo(other.name))
  await expect(choiceOf('Bela Sen')).toHaveText(adminProblemsText.moveTo(other.name))
  await expect(choiceOf('Chand Roy')).toHaveText(adminProblemsText.refundChoice(50, 0))
  expect(await faultsOf(page, 'a window with rides')).toEqual([])

  await createPaidRide(esha.token, scooter.id, 1, '16:00')
  await clickButton(dialog, adminProblemsText.blockAction(3))
  await expect(dialog.getByText(adminProblemsText.ridesLeftOver(['Esha Pal'], []))).toBeVisible()
  await expect(dialog.getByText(adminProblemsText.ridesInsideCount(1))).toBeVisible()
  await clickButton(dialog, adminProblemsText.blockAction(1))
  await expectText(page, adminProblemsText.scooterBlocked(scooter.name))
  const problem = page.getByRole('row').filter({ hasText: REASON })
  await expect(problem).toContainText(problemsText.PROBLEM_NAMES.service)
  await expect(problem).toContainText(scooter.name)

  await seedRiderSession(otherPage, chand)
  await visit(otherPage, '/my-bookings')
  await expect(otherPage.getByRole('article').filter({ hasText: scooter.name })).toContainText(REASON)
})
