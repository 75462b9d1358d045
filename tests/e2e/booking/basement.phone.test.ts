import { expect, type Page } from 'playwright/test'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as problemsText from '#messages/problems.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, DEMO_RIDER, LICENCE_FILE, signIn, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// A rider stands at a scooter that does not work. The demo has a ride under way, because none can be booked for now.

test.use({ viewport: { height: 640, width: 360 } })

const SCOOTER = 'Vida V1 Pro · A3'
const REPORTS = '**/api/bookings/*/problems'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens 'Something's wrong' of the running ride. */
async function openProblem(page: Page): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: SCOOTER }).filter({ hasText: 'Active' })
  await card.getByRole('button', { name: myBookingsText.manageRide }).tap()
  await dialogOf(page, myBookingsText.manageRide).getByRole('button', { name: troubleText.somethingWrong }).tap()
}

test('a rider in a basement reports a dead scooter: it is kept over a reload and sent once with a network, and another one with its PIN replaces it', async ({
  context,
  page
}) => {
  await signIn(page, DEMO_RIDER)
  await visit(page, '/my-bookings')
  const sent: string[] = []
  await page.route(REPORTS, route => {
    sent.push((route.request().postDataJSON() as { id: string }).id)
    return route.abort()
  })
  await openProblem(page)
  const kinds = dialogOf(page, troubleText.somethingWrong)
  await expect(kinds).toBeVisible()
  const faults = await faultsOf(page, 'what is wrong')
  await kinds.getByRole('button', { name: problemsText.PROBLEM_NAMES.pin }).tap()
  const steps = dialogOf(page, manageRideText.helpTitle)
  await expect(steps.getByRole('listitem').first()).toContainText(SCOOTER)
  await expect(steps.getByRole('link', { name: commonText.chatWithSupport })).toBeVisible()
  faults.push(...(await faultsOf(page, 'the steps about a PIN')))
  await steps.getByRole('button', { name: troubleText.stillNotWorking }).tap()
  await dialogOf(page, problemsText.PROBLEM_NAMES.pin).getByRole('button', { name: troubleText.sendReport }).tap()
  const kept = dialogOf(page, troubleText.somethingWrong)
  await expect(kept).toContainText(troubleText.notSentYet)
  faults.push(...(await faultsOf(page, 'a report that is kept')))

  await visit(page, '/my-bookings')
  await openProblem(page)
  await expect(kept).toContainText(troubleText.notSentYet)
  await page.unroute(REPORTS)
  await context.setOffline(true)
  await context.setOffline(false)
  const answer = dialogOf(page, troubleText.chooseWay)
  await expect(answer).toContainText(/^.*Thank you\. Report [\dA-F]{4}\s[\dA-F]{4} is noted\./)
  await expect(answer.getByRole('button', { name: troubleText.keepScooter })).toBeVisible()
  faults.push(...(await faultsOf(page, 'what follows')))
  expect(await page.evaluate(() => localStorage.getItem('pendingProblems'))).toBeNull()
  expect(new Set(sent).size).toBe(1)
  const moving = page.waitForRequest('**/api/bookings/*/move')
  await answer.getByRole('button', { name: troubleText.takeScooter }).first().tap()
  const changed = dialogOf(page, troubleText.scooterChanged)
  await expect(changed.getByText(/^You have .+ now\.$/)).toBeVisible()
  await expect(changed).toContainText(/(\d ){5}\d/)
  faults.push(...(await faultsOf(page, 'another scooter')))
  await changed.getByRole('button', { name: commonText.close }).tap()
  await expect(page.getByRole('article').filter({ hasText: 'Active' })).not.toContainText(SCOOTER)
  expect(faults).toEqual([])
  // Other stories find the ride where it was.
  await callAsAdmin('POST', `/problems/${sent[0]}`, { state: 'fixed' })
  const request = await moving
  const { from_scooter_id, scooter_id } = request.postDataJSON() as Record<'from_scooter_id' | 'scooter_id', string>
  const path = new URL(request.url()).pathname.replace('/api', '')
  await callAsAdmin('POST', path, {
    from_scooter_id: scooter_id,
    reason: 'It works again',
    scooter_id: from_scooter_id
  })
})

test('damage asks whether the scooter can be ridden, and takes words and a photo', async ({ page }) => {
  await signIn(page, DEMO_RIDER)
  await visit(page, '/my-bookings')
  await openProblem(page)
  await dialogOf(page, troubleText.somethingWrong)
    .getByRole('button', { name: problemsText.PROBLEM_NAMES.damaged })
    .tap()
  const form = dialogOf(page, problemsText.PROBLEM_NAMES.damaged)
  await form.getByRole('button', { name: troubleText.sendReport }).tap()
  await expect(form.getByRole('alert')).toHaveText(problemsText.canYouRide)
  const faults = await faultsOf(page, 'a report of damage')
  await form.getByLabel(troubleText.answerYes).check()
  await form.getByLabel(problemsText.whatIsWrong).fill('The left mirror is loose')
  await form
    .locator('input[type="file"]')
    .last()
    .setInputFiles({ ...LICENCE_FILE, name: 'mirror.png' })
  await expect(form.locator('img')).toBeVisible()
  await form.getByRole('button', { name: troubleText.sendReport }).tap()
  await expectText(page, /Thank you\. Report [\dA-F]{4}\s[\dA-F]{4} is noted\./)
  await dialogOf(page, troubleText.somethingWrong).getByRole('button', { name: commonText.close }).tap()
  expect(faults).toEqual([])
})
