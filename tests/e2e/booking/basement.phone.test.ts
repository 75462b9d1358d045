import { expect, type Page } from 'playwright/test'
import * as labels from '#messages/labels.ts'
import { helpTitle } from '#messages/my-bookings/manage-ride.ts'
import { manageRide } from '#messages/my-bookings/my-bookings.ts'
import * as text from '#messages/my-bookings/report-problem.ts'
import * as wayOut from '#messages/my-bookings/way-out.ts'
import * as problems from '#messages/problems.ts'
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
  await card.getByRole('button', { name: manageRide }).tap()
  await dialogOf(page, manageRide).getByRole('button', { name: text.somethingWrong }).tap()
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
  const kinds = dialogOf(page, text.somethingWrong)
  await expect(kinds).toBeVisible()
  const faults = await faultsOf(page, 'what is wrong')
  await kinds.getByRole('button', { name: problems.PROBLEM_NAMES.pin }).tap()
  const steps = dialogOf(page, helpTitle)
  await expect(steps.getByRole('listitem').first()).toContainText(SCOOTER)
  await expect(steps.getByRole('link', { name: labels.chatWithSupport })).toBeVisible()
  faults.push(...(await faultsOf(page, 'the steps about a PIN')))
  await steps.getByRole('button', { name: text.stillNotWorking }).tap()
  await dialogOf(page, problems.PROBLEM_NAMES.pin).getByRole('button', { name: text.report }).tap()
  const kept = dialogOf(page, text.somethingWrong)
  await expect(kept).toContainText(text.notSentYet)
  faults.push(...(await faultsOf(page, 'a report that is kept')))

  await visit(page, '/my-bookings')
  await openProblem(page)
  await expect(kept).toContainText(text.notSentYet)
  await page.unroute(REPORTS)
  await context.setOffline(true)
  await context.setOffline(false)
  const answer = dialogOf(page, wayOut.chooseWay)
  await expect(answer).toContainText(/^.*Thank you\. Report [\dA-F]{4}\s[\dA-F]{4} is noted\./)
  await expect(answer.getByRole('button', { name: wayOut.keepScooter })).toBeVisible()
  faults.push(...(await faultsOf(page, 'what follows')))
  expect(await page.evaluate(() => localStorage.getItem('pendingProblems'))).toBeNull()
  expect(new Set(sent).size).toBe(1)
  const moving = page.waitForRequest('**/api/bookings/*/move')
  await answer.getByRole('button', { name: wayOut.take }).first().tap()
  const changed = dialogOf(page, wayOut.changed)
  await expect(changed.getByText(/^You have .+ now\.$/)).toBeVisible()
  await expect(changed).toContainText(/(\d ){5}\d/)
  faults.push(...(await faultsOf(page, 'another scooter')))
  await changed.getByRole('button', { name: labels.close }).tap()
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
  await dialogOf(page, text.somethingWrong).getByRole('button', { name: problems.PROBLEM_NAMES.damaged }).tap()
  const form = dialogOf(page, problems.PROBLEM_NAMES.damaged)
  await form.getByRole('button', { name: text.report }).tap()
  await expect(form.getByRole('alert')).toHaveText(problems.canYouRide)
  const faults = await faultsOf(page, 'a report of damage')
  await form.getByLabel(text.yes).check()
  await form.getByLabel(problems.whatIsWrong).fill('The left mirror is loose')
  await form
    .locator('input[type="file"]')
    .last()
    .setInputFiles({ ...LICENCE_FILE, name: 'mirror.png' })
  await expect(form.locator('img')).toBeVisible()
  await form.getByRole('button', { name: text.report }).tap()
  await expectText(page, /Thank you\. Report [\dA-F]{4}\s[\dA-F]{4} is noted\./)
  await dialogOf(page, text.somethingWrong).getByRole('button', { name: labels.close }).tap()
  expect(faults).toEqual([])
})
