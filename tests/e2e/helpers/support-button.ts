import { expect, type Page } from 'playwright/test'

const CONTROLS = 'a[href], button, input, select, summary, textarea'

/** Controls under the support button that cannot be scrolled clear of it, because they end the page or do not scroll. */
const stuckUnderSupport = (page: Page): Promise<string[]> =>
  page.evaluate(selector => {
    const support = document.querySelector('[data-support]')
    if (!support) return ['no support button']
    const isShown = (control: Element) => control !== support && control.checkVisibility() && !control.closest('dialog')
    const controls = [...document.querySelectorAll(selector)].filter(isShown)
    const isUnder = (control: Element): boolean => {
      const [box, over] = [control.getBoundingClientRect(), support.getBoundingClientRect()]
      const isBeside = box.right <= over.left || over.right <= box.left
      return !isBeside && box.top < over.bottom && over.top < box.bottom
    }
    const stays = (control: Element): boolean => {
      for (let part: Element | null = control; part; part = part.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(part).position)) return true
      return false
    }
    const scrollUp = (control: Element) =>
      scrollBy(0, control.getBoundingClientRect().bottom - support.getBoundingClientRect().top + 1)
    const staying = controls.filter(stays)
    const stuck = new Set<Element>()
    for (const share of [0, 0.5, 1]) {
      scrollTo(0, share * document.documentElement.scrollHeight)
      for (const control of staying.filter(isUnder)) stuck.add(control)
    }
    for (const control of controls.filter(each => !staying.includes(each))) {
      scrollUp(control)
      if (isUnder(control)) stuck.add(control)
    }
    scrollTo(0, 0)
    return [...stuck].map(({ outerHTML }) => outerHTML)
  }, CONTROLS)

const SIZES = [
  { height: 640, width: 360 },
  { height: 860, width: 412 },
  { height: 1024, width: 768 },
  { height: 800, width: 1280 }
] as const

/** What the support button keeps from being pressed on this screen, at four sizes of a window; the first is left. */
export async function coveredBySupport(page: Page, screen: string): Promise<string[]> {
  const covered: string[] = []
  for (const size of SIZES.toReversed()) {
    await page.setViewportSize(size)
    covered.push(...(await stuckUnderSupport(page)).map(control => `${screen} at ${size.width}: ${control}`))
  }
  return covered
}

/** Fails if the support button is not at the bottom right of the window. */
export async function expectSupportAtCorner(page: Page): Promise<void> {
  const box = await page.locator('[data-support]').boundingBox()
  const { height = 0, width = 0 } = page.viewportSize() ?? {}
  expect(box && { bottom: height - box.y - box.height, right: width - box.x - box.width }).toEqual({
    bottom: 16,
    right: 16
  })
}
