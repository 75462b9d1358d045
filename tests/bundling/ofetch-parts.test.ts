import { describe, expect, test } from 'vitest'
import destr, { withBase, withQuery } from '../../src/bundling/ofetch-parts.ts'

// What ofetch is built with in the place of two general libraries.

describe('an answer', () => {
  test.each([
    ['{"a":[1,"two"]}', { a: [1, 'two'] }],
    ['null', null],
    ['"deleted"', 'deleted'],
    ['Internal Server Error', 'Internal Server Error'],
    ['<!doctype html>', '<!doctype html>'],
    ['', '']
  ])('%j is read as JSON, or is the text that it is', (text, read) => {
    expect(destr(text)).toEqual(read)
  })

  test('changes no prototype, whatever it says', () => {
    destr('{"__proto__":{"is_admin":true}}')
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  })
})

describe('an address', () => {
  test('gets what of the query is defined, so that the server reads it as it was', () => {
    const address = withQuery('/api/admin/users', { page: '1', q: 'a&b=c +é', sort: undefined })
    expect(new URL(address, 'http://here.test').searchParams.toString()).toBe(
      new URLSearchParams({ page: '1', q: 'a&b=c +é' }).toString()
    )
    expect(withQuery('/api/admin/users', {})).toBe('/api/admin/users')
    expect(withQuery('/api/admin/users', { q: undefined })).toBe('/api/admin/users')
  })

  test('follows its base', () => {
    expect(withBase('/users', '/api')).toBe('/api/users')
  })
})
