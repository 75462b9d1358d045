import { describe, expect, test } from 'vitest'
import destr, { withBase, withQuery } from '../../src/bundling/ofetch-dependencies.ts'

// Small replacements for two general libraries in the build of ofetch.

describe('a response', () => {
  test.each([
    ['{"a":[1,"two"]}', { a: [1, 'two'] }],
    ['null', null],
    ['"deleted"', 'deleted'],
    ['Internal Server Error', 'Internal Server Error'],
    ['<!doctype html>', '<!doctype html>'],
    ['', '']
  ])('%j is parsed as JSON, or returned as text', (text, read) => {
    expect(destr(text)).toEqual(read)
  })

  test('changes no prototype, whatever it contains', () => {
    destr('{"__proto__":{"is_admin":true}}')
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  })
})

describe('a URL', () => {
  test('contains the defined values of the query, in a form that the server parses', () => {
    const address = withQuery('/api/admin/users', { page: '1', q: 'a&b=c +é', sort: undefined })
    expect(new URL(address, 'http://here.test').searchParams.toString()).toBe(
      new URLSearchParams({ page: '1', q: 'a&b=c +é' }).toString()
    )
    expect(withQuery('/api/admin/users', {})).toBe('/api/admin/users')
    expect(withQuery('/api/admin/users', { q: undefined })).toBe('/api/admin/users')
  })

  test('is appended to its base', () => {
    expect(withBase('/users', '/api')).toBe('/api/users')
  })
})
