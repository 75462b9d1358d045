import { expect, test } from 'vitest'
import { suitesFor } from '../../scripts/suites/suites-for-paths.ts'

const namesFor = (...paths: string[]) => suitesFor(paths).map(({ name }) => name)

test('a path has the suite of its folder, and the folder of all tests has every suite', () => {
  expect(namesFor('tests/docs.test.ts', 'tests/server/http')).toEqual(['unit', 'api'])
  expect(namesFor('tests').toSorted()).toEqual(['api', 'e2e', 'model', 'unit'])
})
