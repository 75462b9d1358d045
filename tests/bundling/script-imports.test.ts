import { describe, expect, test } from 'vitest'
import { importsByScript } from '../../src/bundling/script-imports.ts'

const ISLAND_SOURCE = '/home/project/src/islands/bar.tsx'
const scripts = {
  entries: new Map([
    ['_astro/bar.1.js', ISLAND_SOURCE],
    ['_astro/client.4.js', '/home/project/node_modules/@astrojs/react/client.js'],
    ['_astro/page.5.js', '/home/project/src/layouts/base.astro?astro&type=script&index=0&lang.ts']
  ]),
  imports: new Map([
    ['_astro/bar.1.js', ['_astro/shared.2.js']],
    ['_astro/client.4.js', ['_astro/react.3.js']],
    // Files can import each other.
    ['_astro/react.3.js', ['_astro/shared.2.js']],
    ['_astro/shared.2.js', ['_astro/react.3.js']]
  ])
}

describe('the built Worker', () => {
  test('knows the direct and indirect imports of each entry script, each once', () => {
    expect(importsByScript(scripts)).toMatchObject({
      '/_astro/bar.1.js': ['/_astro/shared.2.js', '/_astro/react.3.js'],
      '/_astro/client.4.js': ['/_astro/react.3.js', '/_astro/shared.2.js'],
      '/_astro/page.5.js': []
    })
  })

  test('knows all files of an island by its source path, with those of the renderer', () => {
    expect(importsByScript(scripts)['/src/islands/bar.tsx']).toEqual([
      '/_astro/bar.1.js',
      '/_astro/shared.2.js',
      '/_astro/react.3.js',
      '/_astro/client.4.js'
    ])
  })
})
