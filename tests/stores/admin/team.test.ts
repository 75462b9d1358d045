// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { removeMember, updateMember } from '#contract/staff/team.ts'
import { server, setUpBrowserTab, waitForTask } from '#tests/stores/browser-tab.ts'
import { lake, openTab, palm } from './page.ts'

// The tick that renews the PINs of somebody who leaves the team or a property.

setUpBrowserTab()

const member = {
  email: 'ravi@example.in',
  id: 'r',
  link_until: null,
  name: 'Ravi Kumar',
  properties: [palm, lake].map(({ id, name }) => ({ id: String(id), name })),
  role: 'caretaker' as const
}

async function openTeam() {
  await openTab('team')
  server.answer(removeMember, { message: '' })
  server.answer(updateMember, member)
  return import('#stores/admin/staff/team.ts')
}

test('a removal renews the PINs, unless the tick is taken away, which counts for one question', async () => {
  const { $renewsPins, teamCrud, toggleRenewsPins } = await openTeam()
  const remove = async (act?: () => void) => {
    teamCrud.requestDelete(member)
    act?.()
    await waitForTask(teamCrud.confirmDelete())
  }
  await remove(toggleRenewsPins)
  expect($renewsPins.get()).toBe(true)
  await remove()
  expect(server.requestsTo(removeMember).map(({ query }) => query)).toEqual([
    { renew_pins: 'false' },
    { renew_pins: 'true' }
  ])
})

test('the form asks when it takes a property from somebody who has joined', async () => {
  const { $losesProperty, teamCrud, toggleProperty } = await openTeam()
  teamCrud.edit(member)
  expect($losesProperty.get()).toBeNull()
  toggleProperty('1')
  expect($losesProperty.get()).toMatchObject({ id: 'r' })
  await waitForTask(teamCrud.save())
  expect(server.requestsTo(updateMember).at(-1)?.body).toMatchObject({ property_ids: ['2'], renew_pins: true })
})

test('the form of an invitation asks nothing: nobody has read a PIN', async () => {
  const { $losesProperty, teamCrud, toggleProperty } = await openTeam()
  teamCrud.edit({ ...member, link_until: '2026-06-16T13:30:00.000Z' })
  toggleProperty('1')
  expect($losesProperty.get()).toBeNull()
})
