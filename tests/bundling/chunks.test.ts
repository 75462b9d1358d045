import { describe, expect, test } from 'vitest'
import { filesFor, type PagesOf, pagesOf } from '../../src/bundling/chunks.ts'

/** Modules by who imports them, with the islands of the .astro files among them. */
function modules(importers: Record<string, readonly string[]>, islands: Record<string, string> = {}) {
  const metaOf = (id: string) => {
    const island = islands[id]
    return island
      ? { astro: { clientOnlyComponents: [], hydratedComponents: [{ resolvedPath: island, specifier: '' }] } }
      : {}
  }
  return { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [], meta: metaOf(id) }) }
}

/** The file of each module, of one build. */
function filesOf(ids: readonly string[], importers: Record<string, readonly string[]>, pages: PagesOf) {
  const files = filesFor(() => pages)
  return ids.map(id => {
    const found = files.flatMap(({ name }) =>
      typeof name === 'string' ? [] : [name(id, modules(importers)) ?? []].flat()
    )
    expect(found.length).toBeLessThan(2)
    return found[0]
  })
}

describe('the pages of an island, or of a script in a page or a layout,', () => {
  test('are those whose layout has it, and those that have it themselves', () => {
    const importers = {
      '/src/layouts/rider.astro': ['/src/pages/index.astro', '/src/pages/profile.astro'],
      '/src/pages/index.astro': ['virtual:pages'],
      '/src/pages/profile.astro': ['virtual:pages']
    }
    const islands = { '/src/layouts/rider.astro': '/bar.tsx', '/src/pages/profile.astro': '/form.tsx' }
    expect(pagesOf(Object.keys(importers), modules(importers, islands))).toEqual(
      new Map([
        ['/src/layouts/rider.astro', new Set(['/src/pages/index.astro', '/src/pages/profile.astro'])],
        ['/bar.tsx', new Set(['/src/pages/index.astro', '/src/pages/profile.astro'])],
        ['/src/pages/index.astro', new Set(['/src/pages/index.astro'])],
        ['/src/pages/profile.astro', new Set(['/src/pages/profile.astro'])],
        ['/form.tsx', new Set(['/src/pages/profile.astro'])]
      ])
    )
  })
})

describe('the file of a module', () => {
  const pages: PagesOf = new Map([
    ['/bar.tsx', new Set(['home', 'profile'])],
    ['/home.tsx', new Set(['home'])],
    ['/form.tsx', new Set(['profile'])]
  ])

  test('is shared with whatever the same pages need, over whichever island', () => {
    const importers = { '/icon.tsx': ['/bar.tsx', '/home.tsx'], '/time.ts': ['/home.tsx', '/form.tsx'] }
    const [icon, time] = filesOf(['/icon.tsx', '/time.ts'], importers, pages)
    expect(icon).toBeDefined()
    expect(time).toBe(icon)
  })

  test("is an island's own where no other needs it, and its own where no page needs it at once", () => {
    const importers = { '/calendar.tsx': [], '/menu.ts': ['/bar.tsx'], '/rates.ts': ['/home.tsx'] }
    expect(filesOf(Object.keys(importers), importers, pages)).toEqual([undefined, undefined, undefined])
  })

  test('is apart for the script of a layout, which has no React', () => {
    const script = '/rider.astro?astro&type=script&index=0&lang.ts'
    const having: PagesOf = new Map([...pages, ['/rider.astro', new Set(['home', 'profile'])]])
    const importers = { '/icon.tsx': ['/bar.tsx', '/home.tsx'], '/toasts.ts': [script, '/home.tsx'] }
    const [icon, toasts] = filesOf(Object.keys(importers), importers, having)
    expect(toasts).toBeDefined()
    expect(toasts).not.toBe(icon)
  })

  test('is one with all that three pages need, but for what the portal sign-in needs as well', () => {
    const wide: PagesOf = new Map([
      ['/bar.tsx', new Set(['booking', 'home', 'profile'])],
      ['/form.tsx', new Set(['booking', 'my-bookings'])],
      ['/field.tsx', new Set(['auth', 'profile', '/src/pages/admin/auth.astro'])]
    ])
    const importers = {
      '/button.tsx': ['/bar.tsx', '/field.tsx'],
      '/icon.tsx': ['/bar.tsx', '/form.tsx'],
      '/time.ts': ['/bar.tsx', '/home.tsx', '/form.tsx']
    }
    const [button, icon, time] = filesOf(Object.keys(importers), importers, wide)
    expect(icon).toBe(time)
    expect(button).toBeDefined()
    expect(button).not.toBe(icon)
  })

  test('is found although modules import one another', () => {
    const importers = { '/one.ts': ['/other.ts'], '/other.ts': ['/one.ts', '/bar.tsx', '/home.tsx'] }
    const [one, other] = filesOf(Object.keys(importers), importers, pages)
    expect(one).toBeDefined()
    expect(one).toBe(other)
  })
})
