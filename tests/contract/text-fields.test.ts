import * as v from 'valibot'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../scripts/build/contract.ts'

// Every text of every call is cleaned, or refused.

/** Passwords count as they are typed. Ids and addresses are only compared with stored ones. */
const AS_TYPED = /password|(?:^|_)id$|^image_url$/
/** NUL, a direction mark and half of an emoji. */
const HOSTILE = '\0\u202e\ud83d'
const IS_HOSTILE = /[\0\u202e]|\p{Cs}/u

type Fields = Record<string, unknown>

/** The path and the text of each text in a body. */
function textsIn(fields: Fields, before: readonly string[] = []): [string[], string][] {
  return Object.entries(fields).flatMap(([name, value]): [string[], string][] => {
    const path = [...before, name]
    if (typeof value === 'string') return [[path, value]]
    return typeof value === 'object' && value !== null ? textsIn(value as Fields, path) : []
  })
}

function withHostileText(fields: Fields, [name = '', ...rest]: readonly string[]): Fields {
  const { [name]: value } = fields
  return { ...fields, [name]: rest.length > 0 ? withHostileText(value as Fields, rest) : `${value}${HOSTILE}` }
}

const named = await allEndpoints()
const fields = named.flatMap(({ docs: { request }, endpoint: { body }, name }) =>
  textsIn((body && request) ?? {})
    .filter(([path]) => !AS_TYPED.test(path.at(-1) ?? ''))
    .map(([path]) => ({
      body: body ?? v.never(),
      field: path.join('.'),
      name,
      sent: withHostileText(request ?? {}, path)
    }))
)

test.each(fields)('the field $field of $name is stored without what shows nothing', ({ body, sent }) => {
  const { output, success } = v.safeParse(body, sent)
  const stored = success ? textsIn(output as Fields).map(([, text]) => text) : []
  expect(stored.filter(text => IS_HOSTILE.test(text))).toEqual([])
})

test('the search of every list is cleaned alike', () => {
  const searches = named.flatMap(({ endpoint: { query = v.never() } }) => {
    const { output, success } = v.safeParse(query, { q: `Asha${HOSTILE}` })
    return success && 'q' in (output as Fields) ? [(output as Fields).q] : []
  })
  expect(searches.length).toBeGreaterThan(5)
  expect(new Set(searches)).toEqual(new Set(['Asha']))
})
