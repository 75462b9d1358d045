import * as v from 'valibot'
import { expect, test } from 'vitest'
import { allEndpoints, namedEndpoints } from '#tests/helpers/servers/every-call.ts'

// Every text of every call is cleaned, or refused.

/** Passwords count as they are typed. Ids and addresses are only compared with stored ones. */
const AS_TYPED = /password$|^id$|_ids?$|^(device|image_url|move_to|terms_version)$/
/** NUL, a direction mark and half of an emoji. */
const HOSTILE = '\0\u202e\ud83d'
const IS_HOSTILE = /[\0\u202e]|\p{Cs}/u
/** One of them is accepted by most fields. */
const TEXTS = ['Asha', 'asha@demo.test', 'KA05AB1234', '482915', '2026-06-15', '06:30', 'https://fcm.googleapis.com/x']

interface Node {
  entries?: Record<string, Node>
  item?: Node
  options?: readonly Node[]
  pipe?: readonly Node[]
  wrapped?: Node
}

/** The fields of a body, also those inside others. */
function fieldsIn({ entries = {}, item, options = [], pipe: [first] = [], wrapped }: Node): [string, Node][] {
  const inner = [item, wrapped, first, ...options].filter(node => typeof node === 'object')
  return [
    ...Object.entries(entries).flatMap(([name, field]): [string, Node][] => [[name, field], ...fieldsIn(field)]),
    ...inner.flatMap(node => (node.entries === entries ? [] : fieldsIn(node)))
  ]
}

const fields = namedEndpoints.flatMap(([call, { body = v.never() }]) =>
  fieldsIn(body as unknown as Node)
    .filter(([name]) => !AS_TYPED.test(name))
    .map(([field, schema]) => ({ call, field, schema: schema as unknown as v.GenericSchema }))
)

test.each(fields)('the field $field of $call is stored without what shows nothing', ({ schema }) => {
  const sent = TEXTS.map(text => text + HOSTILE).flatMap(text => [text, [text]])
  const stored = sent.map(each => v.safeParse(schema, each)).filter(({ success }) => success)
  expect(stored.filter(({ output }) => IS_HOSTILE.test(JSON.stringify(output) ?? ''))).toEqual([])
})

test('the search of every list is cleaned alike', () => {
  const searches = allEndpoints.flatMap(({ query = v.never() }) => {
    const { output, success } = v.safeParse(query, { q: `Asha${HOSTILE}` }) as v.SafeParseResult<v.GenericSchema>
    return success && 'q' in (output as object) ? [(output as { q: unknown }).q] : []
  })
  expect(searches.length).toBeGreaterThan(5)
  expect(new Set(searches)).toEqual(new Set(['Asha']))
})
