import { expect, test } from 'vitest'
import { SCREENS, type Screen, screenFrom, screenPath, TABS } from '#domain/admin/screens.ts'

const NAMES = Object.keys(SCREENS) as Screen[]
const screenAt = (path: string) => {
  const { searchParams } = new URL(path, 'http://site.example.test')
  return screenFrom(name => searchParams.get(name))
}

test.each(NAMES)('the screen %s has a URL of its own', name => {
  expect(screenAt(screenPath(name))).toBe(name)
})

test.each([
  ['/admin?tab=unknown', 'overview'],
  ['/admin?tab=users&view=payments', 'users'],
  ['/admin?view=payments', 'overview']
])('%s opens the tab %s, because it names no other screen', (path, name) => {
  expect(screenAt(path)).toBe(name)
})

test('each tab starts with the screen of its name', () => {
  expect(TABS.map(tab => SCREENS[tab].tab)).toEqual([...TABS])
})
