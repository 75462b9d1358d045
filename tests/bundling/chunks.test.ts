import { describe, expect, test } from 'vitest'
import { chunkGroups, type PagesByIsland, pagesByIsland } from '../../src/bundling/chunks.ts'

/** Modules with their importers, including the islands of the .astro files. */
function modules(
  importers: Record<string, readonly string[]>,
  islands: Record<string, string> = {},
  later: Record<string, readonly string[]> = {}
) {
  const metaOf = (id: string) => {
    const island = islands[id]
    return island
      ? { astro: { clientOnlyComponents: [], hydratedComponents: [{ resolvedPath: island, specifier: '' }] } }
      : {}
  }
  return {
    getModuleInfo: (id: string) => ({
      dynamicImporters: later[id] ?? [],
      importers: importers[id] ?? [],
      meta: metaOf(id)
    })
  }
}

/** The chunk of each module, in one build. */
function filesOf(
  ids: readonly string[],
  importers: Record<string, readonly string[]>,
  pages: PagesByIsland,
  later: Record<string, readonly string[]> = {}
) {
  const files = chunkGroups(() => pages)
  return ids.map(id => {
    const found = files.flatMap(({ name }) =>
      typeof name === 'string' ? [] : [name(id, modules(importers, {}, later)) ?? []].flat()
    )
    expect(found.length).toBeLessThan(2)
    return found[0]
  })
}

describe('the pages of an island or of a script', () => {
  test('are those whose layout contains it, and those that contain it themselves', () => {
    const importers = {
      '/src/layouts/rider.astro': ['/src/pages/index.astro', '/src/pages/profile.astro'],
      '/src/pages/index.astro': ['virtual:pages'],
      '/src/pages/profile.astro': ['virtual:pages']
    }
    const islands = { '/src/layouts/rider.astro': '/bar.tsx', '/src/pages/profile.astro': '/form.tsx' }
    expect(pagesByIsland(Object.keys(importers), modules(importers, islands))).toEqual(
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

describe('the chunk of a module', () => {
  const pages: PagesByIsland = new Map([
    ['/bar.tsx', new Set(['home', 'profile'])],
    ['/home.tsx', new Set(['home'])],
    ['/form.tsx', new Set(['profile'])]
  ])

  test('is shared by modules that the same pages need, through any island', () => {
    const importers = { '/icon.tsx': ['/bar.tsx', '/home.tsx'], '/time.ts': ['/home.tsx', '/form.tsx'] }
    const [icon, time] = filesOf(['/icon.tsx', '/time.ts'], importers, pages)
    expect(icon).toBeDefined()
    expect(time).toBe(icon)
  })

  test('contains all that only its page needs, and is separate if no page needs it at first', () => {
    const importers = { '/calendar.tsx': [], '/home.tsx': [], '/menu.ts': ['/bar.tsx'], '/rates.ts': ['/home.tsx'] }
    const [calendar, home, menu, rates] = filesOf(Object.keys(importers), importers, pages)
    expect(calendar).toBeUndefined()
    expect(rates).toBeDefined()
    expect(rates).toBe(home)
    expect(menu).not.toBe(home)
  })

  test('is separate if another page loads it later', () => {
    const importers = { '/home.tsx': [], '/payment.ts': ['/home.tsx', '/paying.ts'] }
    const [home, payment] = filesOf(Object.keys(importers), importers, pages, { '/paying.ts': ['/form.tsx'] })
    expect(payment).toBeDefined()
    expect(payment).not.toBe(home)
    const [own, part] = filesOf(Object.keys(importers), importers, pages, { '/paying.ts': ['/home.tsx'] })
    expect(part).toBe(own)
  })

  test('is made before the chunk of its page, which would include it, and after those of several pages', () => {
    const importers = { '/home.tsx': [], '/icon.tsx': ['/bar.tsx'], '/payment.ts': ['/home.tsx', '/paying.ts'] }
    const graph = modules(importers, {}, { '/paying.ts': ['/form.tsx'] })
    const groups = chunkGroups(() => pages)
    const [home = 0, icon = 0, payment = 0] = Object.keys(importers).map(
      id => groups.find(({ name }) => typeof name === 'function' && name(id, graph))?.priority
    )
    expect(payment).toBeGreaterThan(home)
    expect(icon).toBeGreaterThan(payment)
  })

  test('is separate for the script of a layout, which has no React', () => {
    const script = '/rider.astro?astro&type=script&index=0&lang.ts'
    const having: PagesByIsland = new Map([...pages, ['/rider.astro', new Set(['home', 'profile'])]])
    const importers = { '/icon.tsx': ['/bar.tsx', '/home.tsx'], '/toasts.ts': [script, '/home.tsx'] }
    const [icon, toasts] = filesOf(Object.keys(importers), importers, having)
    expect(toasts).toBeDefined()
    expect(toasts).not.toBe(icon)
  })

  test('is undefined for a module that only one script needs, because the page may inline it', () => {
    const script = '/rider.astro?astro&type=script&index=0&lang.ts'
    const having: PagesByIsland = new Map([...pages, ['/rider.astro', new Set(['home', 'profile'])]])
    expect(filesOf(['/early-taps.ts'], { '/early-taps.ts': [script] }, having)).toEqual([undefined])
  })

  test('contains all that four pages need, except what a sign-in also needs', () => {
    const wide: PagesByIsland = new Map([
      ['/bar.tsx', new Set(['booking', 'home', 'my-bookings', 'profile'])],
      ['/form.tsx', new Set(['admin'])],
      ['/field.tsx', new Set(['booking', 'my-bookings', 'profile', '/src/pages/auth.astro'])]
    ])
    const importers = {
      '/button.tsx': ['/bar.tsx', '/field.tsx'],
      '/icon.tsx': ['/bar.tsx', '/form.tsx'],
      '/label.tsx': ['/field.tsx'],
      '/time.ts': ['/bar.tsx']
    }
    const [button, icon, label, time] = filesOf(Object.keys(importers), importers, wide)
    expect(icon).toBeDefined()
    expect(icon).toBe(time)
    expect(new Set([button, icon, label]).size).toBe(3)
  })

  test('is found although modules import each other', () => {
    const importers = { '/one.ts': ['/other.ts'], '/other.ts': ['/one.ts', '/bar.tsx', '/home.tsx'] }
    const [one, other] = filesOf(Object.keys(importers), importers, pages)
    expect(one).toBeDefined()
    expect(one).toBe(other)
  })
})
