import { expect } from 'playwright/test'
import { SCREENS, type Screen, screenPath } from '#domain/admin/screens.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { faultsInLargeText, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { seedAdminSession, visit } from '#tests/e2e/helpers/people.ts'
import { coveredBySupport, expectSupportAtCorner } from '#tests/e2e/helpers/support-button.ts'
import { test } from '#tests/e2e/helpers/test.ts'

/** Where the first card or row of a screen begins at the latest, in pixels. */
const FIRST_CARD_MAX = 220

test('on a small phone every screen of the portal begins high up, fits in large text, and can be scrolled clear of the support button', async ({
  page
}) => {
  await page.setViewportSize({ height: 640, width: 360 })
  await seedAdminSession(page)
  const faults: string[] = []
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    await visit(page, screenPath(screen))
    await expect(page.getByRole('heading', { level: 1, name: dashboardText.title })).toBeInViewport({ ratio: 1 })
    const card = await page.locator('main .card').filter({ visible: true }).first().boundingBox()
    if (!card || card.y > FIRST_CARD_MAX) faults.push(`${screen}: the first card begins at ${card?.y}`)
    faults.push(...(await coveredBySupport(page, screen)))
    faults.push(
      ...(await faultsInLargeText(page, screen)),
      ...(await coveredBySupport(page, `${screen} in large text`))
    )
  }
  await setTextSize(page, '100%')
  await expectSupportAtCorner(page)
  expect(faults).toEqual([])
})
