import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA finds wrong on the screen as it stands, and whether it can be scrolled sideways. */
export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze()
  const faults = violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return { clientWidth, scrollWidth }
  })
  return scrollWidth > clientWidth ? [...faults, `${screen}: scrolls sideways`] : faults
}
