import { expect } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import * as authText from '#messages/account/auth.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as teamText from '#messages/admin/team.ts'
import * as appShellText from '#messages/app-shell.ts'
import { answerDialog, clickButton, closeAlert, fillSignIn, row } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import {
  createPropertyWithScooter,
  newEmail,
  seedAdminSession,
  visit,
  waitForHydration
} from '#tests/e2e/helpers/people.ts'
import { joinBy, STAFF_PASSWORD } from '#tests/e2e/helpers/staff.ts'
import { test } from '#tests/e2e/helpers/test.ts'

test('a caretaker joins by the link that the owner copies, sees one property and no more, and is out once removed', async ({
  context,
  otherPage: caretaker,
  page
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { property } = await createPropertyWithScooter()
  const [email, name] = [newEmail(), `Ravi ${Date.now()}`]
  await seedAdminSession(page)
  await visit(page, screenPath('team'))
  await clickButton(page, teamText.members.add)
  const form = page.getByRole('dialog', { name: teamText.members.add })
  await form.getByLabel(teamText.members.name).fill(name)
  await form.getByLabel(teamText.members.email).fill(email)
  await form.getByLabel(property.name).check()
  await clickButton(form, teamText.members.create)
  const dialog = page.getByRole('dialog', { name: teamText.invitation.title })
  await clickButton(dialog, teamText.invitation.copy)
  await expectText(page, teamText.invitation.copied)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect(dialog).toContainText(link)
  await page.keyboard.press('Escape')
  await expect(row(page, name)).toContainText(`Caretaker · ${property.name}`)

  await joinBy(caretaker, link, email)
  await expect(caretaker.getByRole('heading', { name: property.name })).toBeVisible()
  await expect(caretaker.getByRole('tab')).toHaveText([dashboardText.views.today, dashboardText.tabs.scooters])
  await visit(caretaker, screenPath('bookings'))
  await expect(caretaker).toHaveURL(screenPath('today'))
  await expectText(caretaker, dashboardText.askOwner)
  await caretaker.getByRole('tab', { name: dashboardText.tabs.scooters }).click()
  const scooters = caretaker.getByRole('table', { name: dashboardText.tabs.scooters })
  await expect(scooters.getByRole('row').filter({ hasText: property.name })).toHaveCount(1)
  await expect(scooters.getByRole('row')).toHaveCount(2)
  await expect(scooters.getByRole('button', { name: new RegExp(`^${listsText.edit}`) })).toHaveCount(0)

  await page.reload()
  await waitForHydration(page)
  await expect(row(page, name)).toContainText(teamText.members.joined)
  await clickButton(page, listsText.actionOn(teamText.members.remove, name))
  await expect(page.getByRole('checkbox', { name: teamText.renewPins(name) })).toBeChecked()
  await answerDialog(page, teamText.members.deleteQuestion(name), teamText.members.remove)
  await expectText(page, teamText.memberRemoved(1))
  await expect(row(page, name)).toHaveCount(0)
  await caretaker.getByRole('tab', { name: dashboardText.views.today }).click()
  await caretaker.waitForURL('/admin/auth')
  await expectText(caretaker, appShellText.sessionEnded)
  await waitForHydration(caretaker)
  await fillSignIn(caretaker, { email, password: STAFF_PASSWORD })
  await closeAlert(caretaker, authText.wrongCredentials)
})
