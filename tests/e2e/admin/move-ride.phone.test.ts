import { expect } from 'playwright/test'
import { clockOf, timeText } from '#domain/time/india-time.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import { faultsOf, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { createPaidRide, expectText, nextStart } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  createScooter,
  seedRiderSession,
  signUpRider,
  visit
} from '#tests/e2e/helpers/people.ts'
import { invite, isToday, joinBy, openDayOf } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test.use({ viewport: { height: 640, width: 360 } })

test('a caretaker gives the rider of a broken scooter another one, and the rider has its PIN', async ({
  otherPage: riders,
  page
}) => {
  const { property, scooter } = await createPropertyWithScooter()
  const other = await createScooter(property.id, 'Ola S1 Air · T2')
  const rider = await signUpRider(property.id)
  const start = nextStart()
  await createPaidRide(rider.token, scooter.id, isToday(start) ? 0 : 1, clockOf(start))
  const { email, link } = await invite('caretaker', property.id)
  await joinBy(page, link, email)
  await openDayOf(page, start)

  const rideOn = ({ name }: { name: string }) =>
    page.getByRole('listitem').filter({ hasText: todayText.hourLine(timeText(start), todayText.labels.starts, name) })
  await expect(rideOn(scooter)).toBeVisible()
  const faults = await violationsInBothThemes(page, 'today')
  await clickButton(page, listsText.actionOn(todayText.labels.move, scooter.name))
  const question = page.getByRole('alertdialog', { name: ridesText.moving.question })
  await expect(question.getByLabel(ridesText.moving.scooter).getByRole('option')).toHaveText([other.name])
  faults.push(...(await faultsOf(page, 'the move of a ride')))
  expect(faults).toEqual([])
  await question.getByLabel(formsText.reason).fill('It does not start')
  await clickButton(question, ridesText.moving.confirm)
  await expectText(page, ridesText.moved(other.name))
  await expect(rideOn(other)).toBeVisible()
  await expect(rideOn(scooter)).toHaveCount(0)

  await seedRiderSession(riders, rider)
  await visit(riders, '/my-bookings')
  const card = riders.getByRole('article').filter({ hasText: other.name })
  await expect(card).toContainText([...other.otp_pin].join(' '))
  await expect(riders.getByText(scooter.name)).toHaveCount(0)
})
