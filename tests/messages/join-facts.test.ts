import { expect, test } from 'vitest'
import { joinFacts } from '#messages/labels.ts'

test('facts are joined by dots, without those that are unknown', () => {
  expect(joinFacts('Ather 450X', 'Sat 13 Jun', false)).toBe('Ather 450X · Sat 13 Jun')
  expect(joinFacts('Ather 450X', null, undefined, 0, '', '₹140')).toBe('Ather 450X · ₹140')
})
