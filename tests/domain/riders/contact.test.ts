import { describe, expect, test } from 'vitest'
import { isImplausibleEmail, isImplausiblePhone } from '#domain/riders/contact.ts'

describe('a phone number', () => {
  test.each([
    ['India, mobile', '+91 98450 12345'],
    ['India, mobile, with a trunk zero', '09845012345'],
    ['India, in brackets', '(+91) 98450-12345'],
    ['India, landline', '080-2345 6789'],
    ['India, in Devanagari digits', '+९१ ९८४५० १२३४५'],
    ['United States', '(555) 123-4567'],
    ['United States, with an extension', '+1 555 123 4567 ext. 89'],
    ['United States, with an extension after a sign', '555-123-4567 #89'],
    ['United Kingdom, with a trunk zero in brackets', '+44 (0)20 7946 0958'],
    ['Germany, with slashes', '030/901820'],
    ['Austria, thirteen digits', '+43 6642 123456789'],
    ['Japan, wide signs', '＋８１ ９０ １２３４ ５６７８'],
    ['United Arab Emirates, Arabic digits', '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧'],
    ['Niue, the shortest number', '+683 4000'],
    ['as an address', 'tel:+91-98450-12345'],
    ['with what stood beside it', ' “Mob: ‘98450 12345’”; '],
    ['with an en dash', '98450–12345']
  ])('is accepted: %s', (_, phone) => {
    expect(isImplausiblePhone(phone)).toBe(false)
  })

  test.each([
    'abc',
    '98450abc45',
    '12345',
    '+',
    '+91',
    '98450+12345',
    '98450 12345 / 98450 54321',
    '1234567890123456789',
    'asha@example.in',
    'ext. 12',
    '98450_12345',
    '9845O12345',
    '٫٫٫٫٫٫٫٫'
  ])('is rejected: %s', phone => {
    expect(isImplausiblePhone(phone)).toBe(true)
  })

  test.each(['', '   '])('is not checked when it is empty: %j', phone => {
    expect(isImplausiblePhone(phone)).toBe(false)
  })

  test('is checked quickly, even if the input is hostile', () => {
    expect(isImplausiblePhone(`${'1 '.repeat(100_000)}x`)).toBe(true)
    expect(isImplausiblePhone(`${'('.repeat(100_000)}`)).toBe(true)
  })
})

describe('an email address', () => {
  test.each([
    'asha@example.in',
    'asha.rao+scooter@mail.example.co.in',
    "o'brien@example.museum",
    'asha@example.xn--h2brj9c',
    'आशा@उदाहरण.भारत',
    ' asha@example.in '
  ])('is accepted: %s', email => {
    expect(isImplausibleEmail(email)).toBe(false)
  })

  test.each([
    'a@b',
    'asha',
    'asha@',
    '@example.in',
    'asha@example',
    'asha@localhost',
    'asha@example.i',
    'asha@.in',
    'asha@example.in.',
    'asha@192.168.0.1',
    '9845012345'
  ])('is rejected: %s', email => {
    expect(isImplausibleEmail(email)).toBe(true)
  })

  test('is not checked when it is empty', () => {
    expect([isImplausibleEmail(''), isImplausibleEmail('  ')]).toEqual([false, false])
  })
})
