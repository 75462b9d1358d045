import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA finds wrong on the screen as it stands, and whether it can be scrolled sideways. */
export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  await stillness(page)
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze()
  const faults = violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return { clientWidth, scrollWidth }
  })
  return scrollWidth > clientWidth ? [...faults, `${screen}: scrolls sideways`] : faults
}

/** Colours that are just changing are nobody's to read. What turns for ever, a spinner, is not waited for. */
function stillness(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined))
    )
  )
}
