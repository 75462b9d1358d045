import { expect, type Page } from 'playwright/test'
import { type FaultProxy, test } from '#tests/e2e/helpers/fault-proxy.ts'

// Checks a catalogue of error messages: each one appears in one row, with a cause that can really happen.

interface Scene<Point> {
  faultProxy: FaultProxy
  page: Page
  /** Expects a toast for a point of the catalogue. */
  toasts: (point: Point | Point[], sentence?: string) => Promise<void>
  /** Marks a point that is met without a toast. */
  meets: (point: Point) => void
}

export interface Row<Point> {
  cause: string
  points: Point[]
  story: (scene: Scene<Point>) => Promise<void>
}

export const toastRegion = (page: Page) => page.locator('.toast-region')

/** Gaps match any text. A prefix and a reason may surround the quote. */
function toPattern(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}/).map(part => part.replace(/[.?]/g, '\\$&'))
  return new RegExp(parts.join('.+'), 'i')
}

interface Table<Point extends string> {
  /** The quotes of the specification and the messages of the product. */
  quotes: Partial<Record<Point, string>>
  rows: readonly Row<Point>[]
  /** Required behaviour for which the specification defines no text. */
  rules: readonly Point[]
}

export function testErrorTable<Point extends string>({ quotes, rows, rules }: Table<Point>): void {
  test('every message of the catalogue matches the specification and is in one row', () => {
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
