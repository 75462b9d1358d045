import { describe, expect, test } from 'vitest'
import { isImplausibleEmail, isImplausiblePhone } from '#domain/riders/contact.ts'
import { riderWords, searchWords } from '#domain/riders/search-words.ts'

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

const NOBODY = { email: '', name: '', phone: '' }

describe('the words of a rider', () => {
  test('are those of the name, the whole email and its parts, and the phone with and without its code', () => {
    const asha = { email: 'asha.rao+rides@mail-box.example.test', name: 'Asha D’Souza Rao', phone: '+91 98450-11223' }
    expect(riderWords(asha)).toEqual([
      ...['asha', 'd', 'souza', 'rao', 'asha.rao+rides@mail-box.example.test', 'rides', 'mail', 'box', 'example'],
      ...['test', '9845011223', '919845011223', '09845011223']
    ])
  })

  const INDIAN = ['9845011223', '919845011223', '09845011223']

  test.each([
    ['with a leading zero', '09845011223', INDIAN],
    ['with a code after zeros', '0091 98450 11223', INDIAN],
    ['with a code and a zero', '+91 098450 11223', INDIAN],
    ['in Indian digits', '९८४५० ११२२३', INDIAN],
    ['as an address', 'tel:+91-98450-11223;ext=12', INDIAN],
    ['as a link', 'https://wa.me/919845011223', INDIAN],
    ['in a direction', '\u202a+91 98450\u201111223\u202c', INDIAN],
    ['of Assam, which begins like the code', '91012 34567', ['9101234567', '919101234567', '09101234567']],
    ['of another country', '+44 20 7946 0958', ['442079460958']],
    ['without digits', 'none', []]
  ])('contain a phone number %s', (_, phone, words) => {
    expect(riderWords({ ...NOBODY, phone })).toEqual(words)
  })

  test.each([
    ['punctuation', '“Anne-Marie”\u00a0O’Neil/Smith_2', ['anne', 'marie', 'o', 'neil', 'smith', '2']],
    ['other alphabets', 'आशा राव', ['आशा', 'राव']],
    ['no accent of a Latin letter', 'ÉLODIE Ārif Ñuñez', ['elodie', 'arif', 'nunez']],
    ['no accent beside its letter', 'A\u0304rif Nguye\u0302\u0303n', ['arif', 'nguyen']],
    ['no letter of another form', 'Łukasz Søren Groß ﬁnn Ａｓｈａ', ['lukasz', 'soren', 'gross', 'finn', 'asha']],
    ['nothing invisible', 'Asha\u200b Ra\u00ado न\u200dा', ['asha', 'rao', 'ना']],
    ['minus signs', 'Anne−Marie', ['anne', 'marie']],
    ['nothing but punctuation', '–—…·', []]
  ])('are split at %s', (_, name, words) => {
    expect(riderWords({ ...NOBODY, name })).toEqual(words)
  })
})

describe('a search', () => {
  test.each([
    ['Rao  ASHA', ['rao', 'asha']],
    ["d'souza", ['d', 'souza']],
    ['asha asha', ['asha']],
    ['Asha.Rao@Exam', ['asha.rao@exam']],
    ['@example', ['example']],
    ['+91 98450-112', ['9198450112']],
    ['(0) 98450 11223', ['9845011223']],
    ['080 2345 67', ['80234567']],
    ['09845', ['09845']],
    ['+91 0984', ['91984']],
    ['tel:+919845011223', ['919845011223']],
    ['“98450, 11223”', ['9845011223']],
    ['Tel Aviv 12', ['tel', 'aviv', '12']],
    ['a\u0304rif', ['arif']],
    ['\u202a+91 098450–11223\u202c', ['919845011223']],
    ['९८४५०', ['98450']],
    ['%', []],
    ['🛵', ['🛵']]
  ])('for %j has the words %j', (query, words) => {
    expect(searchWords(query)).toEqual(words)
  })
})
