import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { bookYearOf } from '#domain/receipts.ts'
import { dayOf, monthBefore, monthText } from '#domain/time/india-time.ts'
import * as booksText from '#messages/admin/books.ts'
import * as commonText from '#messages/common.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { clickButton } from '#tests/e2e/helpers/admin.ts'
import { seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// The demo has payouts of the two months before this one. A payment of the operator's shop is in the earlier one.

const AGREEING = monthBefore(dayOf(new Date()).slice(0, 7))
const DIFFERING = monthBefore(AGREEING)

const cardOf = (page: Page, month: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: monthText(`${month}-01`) }) })

async function openMonth(page: Page, month: string) {
  await page.getByLabel(booksText.yearLabel).selectOption(String(bookYearOf(`${month}-01`)))
  await clickButton(cardOf(page, month), booksText.openMonth)
  return page.getByRole('dialog', { name: monthText(`${month}-01`) })
}

test('an owner compares two months with the bank, and closes the one that differs with a note', async ({ page }) => {
  await seedAdminSession(page)
  await visit(page, screenPath('books'))
  const agreeing = await openMonth(page, AGREEING)
  await expect(agreeing).toContainText(booksText.agree)
  await clickButton(agreeing, commonText.close)

  // A file has all receipts, so it issues what the cron has not issued yet.
  const file = page.waitForEvent('download')
  await clickButton(cardOf(page, DIFFERING), booksText.downloadReceipts)
  expect((await file).suggestedFilename()).toContain(DIFFERING)
  const differing = await openMonth(page, DIFFERING)
  await expect(differing).toContainText(booksText.differ(140))
  await expect(differing).toContainText('pay_OfTheShop')
  expect(await violationsInBothThemes(page, 'a month that differs')).toEqual([])
  expect(await horizontalOverflow(page, 'a month that differs')).toEqual([])
  await clickButton(differing, booksText.close(DIFFERING))
  await expect(differing.getByLabel(booksText.note)).toBeFocused()
  await expect(differing).toContainText(booksText.sayWhy)
  await page.keyboard.type('A payment of our shop')
  await page.keyboard.press('Enter')
  const closed = booksText.closedOn(dayOf(new Date()))
  await expect(differing).toContainText(closed)
  await expect(differing).toContainText('A payment of our shop')
  await clickButton(differing, commonText.close)
  await expect(cardOf(page, DIFFERING)).toContainText(closed)

  await page.reload()
  await expect(await openMonth(page, DIFFERING)).toContainText(closed)
  await expect(differing.getByRole('button', { name: booksText.close(DIFFERING) })).toHaveCount(0)
})
