import { describe, expect, test } from 'vitest'
import { foundIn, serverFiles, sources } from './source-files.ts'

// Rules of the SQL in the server.

describe('the statements', () => {
  test('deletes no booking and no rider row, because the highest rowid serves as their count (server/overview/stats.ts)', () => {
    expect(foundIn(sources, /DELETE FROM (bookings|users)\b|\.delete\((bookings|users)\)/i)).toEqual([])
  })

  test('writes the parameters of SQL with numbers or with names in one file, and at most four with numbers', () => {
    const numbered = foundIn(serverFiles, /(?<=[\s(,=])\?[1-9]/)
    expect(numbered.length).toBeGreaterThan(10)
    expect(foundIn(numbered, /prepareNamed|(?<=[\s(,=])\?([5-9]|[1-4]\d)/)).toEqual([])
  })
})
