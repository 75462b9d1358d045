import { describe, expect, test } from 'vitest'
import { scriptsOf, withPreloads } from '../../src/bundling/modulepreload.ts'

const imports = {
  '/_astro/bar.1.js': ['/_astro/shared.2.js', '/_astro/react.3.js'],
  '/_astro/client.4.js': ['/_astro/react.3.js']
}
const island = '<astro-island component-url="/_astro/bar.1.js" renderer-url="/_astro/client.4.js"></astro-island>'

describe('a page with islands', () => {
  test('preloads in its head, each once, their scripts and everything these import', () => {
    const page = withPreloads(`<head><title>Profile</title></head><body>${island}${island}</body>`, imports)
    const [head = ''] = page.split('</head>')
    expect([...head.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, script]) => script)).toEqual([
      '/_astro/bar.1.js',
      '/_astro/shared.2.js',
      '/_astro/react.3.js',
      '/_astro/client.4.js'
    ])
    expect(page.endsWith(`<body>${island}${island}</body>`)).toBe(true)
  })
})

describe('a page with an island that hydrates on interaction', () => {
  test('preloads nothing for it', () => {
    const page = `<head></head><body>${island.replace('component-url', 'client="interaction" component-url')}</body>`
    expect(withPreloads(page, imports)).toBe(page)
  })
})

describe('a page that prefetches an island', () => {
  test('lists the files of that island, and loads none of them itself', () => {
    const ahead = '<template><link rel="prefetch" as="script" href="/src/islands/bar.tsx"></template>'
    const sources = { ...imports, '/src/islands/bar.tsx': ['/_astro/bar.1.js', '/_astro/shared.2.js'] }
    expect(withPreloads(`<head></head>${ahead}`, sources)).toBe(
      '<head></head><template><link rel="prefetch" as="script" href="/_astro/bar.1.js"><link rel="prefetch" as="script" href="/_astro/shared.2.js"></template>'
    )
  })
})

describe('a page without islands', () => {
  test('does not change, whatever other files it refers to', () => {
    const page = '<head><link href="/_astro/font.5.woff2"><script src="/_astro/lost.6.js"></script></head>'
    expect(scriptsOf(page, imports)).toEqual([])
    expect(withPreloads(page, imports)).toBe(page)
  })
})
