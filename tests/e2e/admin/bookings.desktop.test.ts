import { expect, type Page } from 'playwright/test'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { clickButton, openAdminTab, openBooking } from '#tests/e2e/helpers/admin.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The table of all bookings, with the bookings of the demo.

const table = (page: Page) => page.getByRole('table', { name: dashboardText.tabs.bookings })

/** The words that are broken at the end of a line, without the parts at which an email may break. */
function brokenWords(page: Page): Promise<string[]> {
  return table(page).evaluate(element => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s@.–-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
}

async function expectTable(page: Page, headings: readonly string[]): Promise<void> {
  await expect(table(page).getByRole('columnheader').filter({ visible: true })).toHaveText([...headings])
  expect(await brokenWords(page)).toEqual([])
  const overflow = await table(page).evaluate(
    ({ parentElement: card }) => (card?.scrollWidth ?? 0) - (card?.clientWidth ?? 0)
  )
  expect(overflow).toBe(0)
}

const LINE_PX = 24

const { amount, plan, ride, rider, scooter, status } = adminBookingsText.list
const ALL = [rider, scooter, ride, plan, amount, status]

test('the bookings are a table without broken words, keeps its rows behind a panel, and one is found by its reference', async ({
  page
}) => {
  await openAdminTab(page, 'bookings')
  for (const width of [1920, 1280, 768]) {
    await page.setViewportSize({ height: 900, width })
    await expectTable(page, ALL)
  }
  // At the last width a ride over midnight has a line for each day, and one for its times.
  const times = await table(page).getByText('10:30 pm – 1:30 am,').first().boundingBox()
  expect(times?.height).toBeLessThan(LINE_PX * 2)
  await page.setViewportSize({ height: 900, width: 1280 })
  const opened = table(page).getByRole('row').nth(3)
  const before = await opened.boundingBox()
  const panel = await openBooking(page, opened)
  await expect(panel).toContainText(/Ref\./)
  expect(await opened.boundingBox()).toEqual(before)
  await clickButton(panel, commonText.close)
  const first = table(page).getByRole('row').filter({ hasText: 'Errand Run' }).first()
  await expect(first).toContainText('3 hours')
  await expect(first).toContainText(/\+91 \d{5} \d{5}/)
  await expect(table(page).getByRole('row').filter({ hasText: 'Hourly' }).first()).toContainText(/\d+ hours?/)
  const [, reference = ''] = /Ref\.\s([\dA-F]{4}\s[\dA-F]{4})/.exec((await first.textContent()) ?? '') ?? []
  await page.getByLabel(adminBookingsText.list.search).fill(reference.toLowerCase())
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(table(page).getByRole('row').last()).toContainText(reference)
})
