import { describe, expect, test } from 'vitest'
import { CATCH_ALL, everything, foundIn, sources } from './source-files.ts'

// Names, exports and comments.

describe('the code', () => {
  test('has default exports only where a tool requires one', () => {
    const requiredByTools = [
      'astro.config.mjs',
      'src/server/db/drizzle.config.ts',
      'src/bundling/hydrate-on-interaction.ts',
      'src/worker.ts',
      'tests/playwright.config.ts',
      'tests/vitest.config.ts'
    ]
    expect(foundIn(everything, /^export default\b/m, requiredByTools)).toEqual([])
  })

  test('exports each name from one file, without re-exports', () => {
    expect(foundIn(sources, /^export (?:type )?[{*]/m, [CATCH_ALL])).toEqual([])
  })

  // A linter cannot tell a function that is assigned to a constant from other constants.
  test('names functions in camelCase', () => {
    const handlers = 'GET|POST|PUT|DELETE|HEAD'
    const upperCase = new RegExp(`\\bconst (?!(?:${handlers})\\b)[A-Z][A-Z\\d_]+ = (?:async )?(?:\\([^()]*\\)|\\w+) =>`)
    // Parts of SQL statements.
    expect(foundIn(everything, upperCase)).toEqual([])
  })

  test('has file names in kebab-case', () => {
    const names = sources.filter(file => !file.startsWith('src/pages/')).map(file => file.split('/').at(-1) ?? '')
    expect(names.filter(name => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d|\.config)?\.(ts|tsx|astro)$/.test(name))).toEqual([])
  })

  test('contains no TODO, no disabled check and no cast to any', () => {
    const banned = /\b(TODO|FIXME|HACK|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|eslint-disable/
    expect(foundIn(everything, banned, ['tests/architecture/names.test.ts'])).toEqual([])
  })
})
