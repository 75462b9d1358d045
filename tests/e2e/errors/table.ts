import { expect, type Page } from 'playwright/test'
import { type FaultProxy, test } from '#tests/e2e/helpers/fault-proxy.ts'

// A catalogue of the spec as a table: every sentence in one row, by a cause that can really happen.

interface Scene<Point> {
  faultProxy: FaultProxy
  page: Page
  /** The toast that a point of the spec asks for. */
  toasts: (point: Point | Point[], sentence?: string) => Promise<void>
  /** A point that is met without a toast. */
  meets: (point: Point) => void
}

export interface Row<Point> {
  cause: string
  points: Point[]
  story: (scene: Scene<Point>) => Promise<void>
}

/** Where toasts are said. */
export const toastRegion = (page: Page) => page.locator('.toast-region')

/** The quote with anything in its gaps; the reason after it may follow, and a prefix may stand before it. */
function toPattern(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}/).map(part => part.replace(/[.?]/g, '\\$&'))
  return new RegExp(parts.join('.+'), 'i')
}

interface Table<Point extends string> {
  /** As the spec quotes it, and as the product says it. */
  quotes: Partial<Record<Point, string>>
  rows: readonly Row<Point>[]
  /** What the spec asks for without words of its own. */
  rules: readonly Point[]
}

export function testErrorTable<Point extends string>({ quotes, rows, rules }: Table<Point>): void {
  test('every sentence of the catalogue is in the spec’s words, and in one row', () => {
    for (const [quote, sentence] of Object.entries(quotes)) expect(sentence).toBe(quote)
    const points = rows.flatMap(row => row.points)
    expect(points.toSorted()).toEqual([...Object.keys(quotes), ...rules].toSorted())
  })

  for (const { cause, points, story } of rows) {
    test(cause, async ({ faultProxy, page }) => {
      const met: Point[] = []
      await story({
        faultProxy,
        meets: point => void met.push(point),
        page,
        toasts: async (told, sentence = String(told)) => {
          for (const point of Array.isArray(told) ? told : [told]) {
            if (point in quotes) expect(sentence).toMatch(toPattern(point))
            met.push(point)
          }
          await expect(toastRegion(page).getByText(sentence).first()).toBeVisible()
        }
      })
      expect(met.toSorted()).toEqual(points.toSorted())
    })
  }
}
