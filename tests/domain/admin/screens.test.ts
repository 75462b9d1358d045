import { expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/admin/roles.ts'
import {
  listsOf,
  openableScreen,
  SCREENS,
  type Screen,
  screenFrom,
  screenPath,
  TABS,
  tabsOf,
  viewsOf
} from '#domain/admin/screens.ts'

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

const as = (role: Role) => ({ isEmbedded: true, role })

test('each role opens its own screens, and another one leads to the first of its tab or of all', () => {
  const opened = (role: Role) => NAMES.filter(name => openableScreen(name, as(role)) === name)
  const forOwners = ['team', 'books', 'activity', 'status', 'payments']
  expect(opened('owner')).toEqual(NAMES)
  expect(opened('manager')).toEqual(NAMES.filter(name => !forOwners.includes(name)))
  expect(opened('caretaker')).toEqual(['today', 'scooters', 'pins', 'problems', 'stickers'])
  expect(tabsOf(as('caretaker'))).toEqual(['overview', 'scooters'])
  expect(openableScreen('overview', as('caretaker'))).toBe('today')
  expect(openableScreen('bookings', as('caretaker'))).toBe('today')
  expect(openableScreen('payments', as('manager'))).toBe('bookings')
})

test('an external backend has one view in each tab', () => {
  expect(TABS.map(tab => viewsOf(tab, { isEmbedded: false, role: 'owner' }))).toEqual(TABS.map(tab => [tab]))
})

test('a screen loads no list that its role may not read', () => {
  const lists = (role: Role) =>
    NAMES.filter(name => openableScreen(name, as(role)) === name).flatMap(name => listsOf(name, as(role)))
  expect(
    ROLES.map(role => lists(role).filter(name => ['openDisputes', 'refundReviews'].includes(name)).length)
  ).toEqual([0, 0, 4])
  expect([...new Set(lists('caretaker'))].sort()).toEqual([
    'needs',
    'pinChanges',
    'problems',
    'scooters',
    'stickers',
    'today'
  ])
})
