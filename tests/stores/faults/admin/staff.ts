import { returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getMe, updateMe } from '#contract/staff/me.ts'
import { inviteMember, listTeam, removeMember, renewInvitation, updateMember } from '#contract/staff/team.ts'
import { getToday } from '#contract/staff/today.ts'
import * as accountText from '#messages/account/account.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as teamText from '#messages/admin/team.ts'
import { booking, invitedMember, loadedRows, me, openTab } from '#tests/stores/admin/page.ts'
import { mountStores, openPage, server, waitForTask } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { arriving, listRow, storeRow } from './lists.ts'

// The calls about the people of the portal and their day.

/** Nothing else is loaded before the role is known. */
async function arrivingUnknown(): Promise<Screen> {
  const screen = await arriving('overview')
  const { $stats } = await import('#tests/stores/admin/lists.ts')
  return { ...screen, isBusy: () => $stats.get() === 'loading' }
}

const INVITED = { link: '/auth/reset?portal=invitation#token', member: invitedMember }

async function openedTeam() {
  const { lists } = await openTab('team')
  server.answer(inviteMember, INVITED)
  server.answer(renewInvitation, INVITED)
  server.answer(updateMember, invitedMember)
  server.answer(removeMember, { message: '' })
  const store = await import('#stores/admin/staff/team.ts')
  mountStores(store.teamCrud.$editing)
  return { ...store, first: loadedRows(lists.team)[0] }
}

async function saving(action: 'create' | 'update'): Promise<Screen> {
  const { first, teamCrud } = await openedTeam()
  if (action === 'create') teamCrud.add()
  else teamCrud.edit(first)
  for (const [field, value] of Object.entries({ email: 'ravi@example.in', name: 'Ravi', property_ids: ['1'] }))
    teamCrud.setField(field, value)
  return {
    call: () => teamCrud.save(),
    hasSucceeded: () => teamCrud.$editing.get() === null,
    isBusy: () => teamCrud.$isSaving.get(),
    preservedInput: () => teamCrud.$fields.get()
  }
}

async function removing(): Promise<Screen> {
  const { first, teamCrud } = await openedTeam()
  const requestsBefore = server.requestCount(listTeam)
  return {
    call: () => {
      teamCrud.requestDelete(first)
      return teamCrud.confirmDelete()
    },
    hasSucceeded: () => server.requestCount(listTeam) > requestsBefore,
    isBusy: () => teamCrud.$isDeleting.get()
  }
}

async function renewing(): Promise<Screen> {
  const { $invitation, $renewingIds, first, renewLink } = await openedTeam()
  return {
    call: () => renewLink(first),
    hasSucceeded: () => $invitation.get() !== null,
    isBusy: () => $renewingIds.get().length > 0
  }
}

async function openedToday() {
  const { lists } = await openTab('today')
  const { $today } = await import('#stores/admin/staff/today.ts')
  const { returnedDialog } = await import('#stores/admin/staff/today-dialogs.ts')
  mountStores($today)
  const [day] = loadedRows(lists.today)
  const [ride] = day.rides
  if (!ride) throw new Error('the day is empty')
  return { returnedDialog, ride }
}

async function markingReturned(): Promise<Screen> {
  const { returnedDialog, ride } = await openedToday()
  server.answer(returnRideAsAdmin, booking)
  returnedDialog.open(ride)
  return {
    call: returnedDialog.confirm,
    hasSucceeded: () => returnedDialog.$row.get() === null,
    isBusy: () => returnedDialog.$isBusy.get(),
    preservedInput: () => returnedDialog.fields.$fields.get().reason
  }
}

async function openedChoices() {
  openPage('/admin', 'admin')
  server.answer(getMe, me)
  server.answer(updateMe, { ...me, daily_mail: true })
  await import('#stores/session/session.ts')
  const { $me } = await import('#stores/session/me.ts')
  return { $me, ...(await import('#stores/session/account-dialogs.ts')) }
}

async function loadingChoices(): Promise<Screen> {
  const { $me, loadChoices } = await openedChoices()
  return {
    call: loadChoices,
    hasSucceeded: () => typeof $me.get() === 'object',
    isBusy: () => $me.get() === 'loading'
  }
}

async function savingChoice(): Promise<Screen> {
  const { $isSavingChoice, $me, loadChoices, saveChoice } = await openedChoices()
  await waitForTask(loadChoices())
  return {
    call: () => saveChoice('daily_mail', true),
    hasSucceeded: () => {
      const saved = $me.get()
      return typeof saved === 'object' && saved?.daily_mail === true
    },
    isBusy: () => $isSavingChoice.get()
  }
}

const accountRow = (...[store, ...row]: Parameters<typeof storeRow>): FaultCase => ({
  ...storeRow(store, ...row),
  file: `stores/session/${store}.ts`
})

export const staffRows: readonly FaultCase[] = [
  accountRow('me', getMe, arrivingUnknown, dashboardText.dashboardLoadFailed),
  listRow('staff/team-list', listTeam, 'team'),
  listRow('staff/today', getToday, 'today'),
  storeRow('staff/team', inviteMember, () => saving('create'), teamText.members.createFailed),
  storeRow('staff/team', updateMember, () => saving('update'), teamText.members.updateFailed),
  storeRow('staff/team', removeMember, removing, teamText.members.deleteFailed),
  storeRow('staff/team', renewInvitation, renewing, teamText.members.newLinkFailed),
  storeRow('bookings/ride-dialogs', returnRideAsAdmin, markingReturned, ridesText.returning.failed),
  accountRow('me', getMe, loadingChoices, accountText.notificationsFailed),
  accountRow('account-dialogs', updateMe, savingChoice, accountText.notificationsNotSaved)
]
