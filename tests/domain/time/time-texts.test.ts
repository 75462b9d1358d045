import { expect, test } from 'vitest'
import { minutesText } from '#domain/time/time-texts.ts'

test.each([
  [119, '119 minutes'],
  [121, '2 hours 1 minute'],
  [1500, '25 hours'],
  [2880, '2 days'],
  [4381, '3 days 1 hour 1 minute']
])('says %d minutes as %s', (minutes, said) => {
  expect(minutesText(minutes)).toBe(said)
})
