import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA finds wrong on the screen as it stands, and whether it can be scrolled sideways. */
export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  await stillness(page)
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze()
  const faults = violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
  return [...faults, ...(await sidewaysIn(page, screen))]
}

/** The same in the light and in the dark: for states that are hard to come to. */
export async function faultsInBothThemes(page: Page, screen: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    faults.push(...(await faultsOf(page, `${screen}, ${colorScheme}`)))
  }
  return faults
}

/** Whether the screen can be scrolled sideways. */
export async function sidewaysIn(page: Page, screen: string): Promise<string[]> {
  const isWider = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  return isWider ? [`${screen}: scrolls sideways`] : []
}

/** What Chromium tells a screen reader, from top to bottom: of texts the words, of all else the role and the name. */
export async function heardOn(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const below = (id: string): string[] => {
    const { childIds = [], ignored, name, role } = byId.get(id) ?? {}
    const isText = role?.value === 'StaticText'
    const told = isText ? name?.value : `${role?.value} ${name?.value}`
    return [...(!ignored && name?.value ? [told] : []), ...(isText ? [] : childIds.flatMap(below))]
  }
  return below(nodes[0]?.nodeId ?? '')
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
