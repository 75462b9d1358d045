import { expect, test } from 'vitest'
import { sortRows } from '#domain/kit/sort-rows.ts'

const namesOf = (names: readonly (string | null)[], sort: string) =>
  sortRows(
    names.map(name => ({ name })),
    sort
  ).map(({ name }) => name)

test.each([
  ['capitals', ['Zen House', 'banyan Villa', 'Alder'], ['Alder', 'banyan Villa', 'Zen House']],
  ['accents', ['eclair two', 'éclair', 'Eclair', 'fig'], ['Eclair', 'éclair', 'eclair two', 'fig']],
  [
    'numbers',
    ['Scooter 10', 'Scooter 2', 'Scooter 010', 'B12', 'B9'],
    ['B9', 'B12', 'Scooter 2', 'Scooter 10', 'Scooter 010']
  ],
  ['missing names', ['Alder', null], [null, 'Alder']]
])('names are sorted as a person reads them: %s', (_, names, sorted) => {
  expect(namesOf(names, 'name')).toEqual(sorted)
  expect(namesOf(names, '-name')).toEqual(sorted.toReversed())
})

test('numbers are sorted as numbers, and rows without the field keep their order', () => {
  const rows = [{ cost: 100 }, { cost: 90 }]
  expect(sortRows(rows, 'cost')).toEqual([{ cost: 90 }, { cost: 100 }])
  expect(sortRows(rows, 'other')).toEqual(rows)
})
