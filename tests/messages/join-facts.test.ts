import { expect, test } from 'vitest'
import * as commonText from '#messages/common.ts'

test('facts are joined by dots, without those that are unknown', () => {
  expect(commonText.joinFacts('Ather 450X', 'Sat 13 Jun', false)).toBe('Ather 450X · Sat 13 Jun')
  expect(commonText.joinFacts('Ather 450X', null, undefined, 0, '', '₹140')).toBe('Ather 450X · ₹140')
})
