import { atom } from 'nanostores'
import { urlOf } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import { inviteMember, type Member, removeMember, renewInvitation, updateMember } from '#contract/staff/team.ts'
import type { Role } from '#domain/admin/roles.ts'
import * as teamText from '#messages/admin/team.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { choice, text } from '#stores/admin/crud/fields.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { copyAndTell } from '#stores/app/toasts.ts'
import { busyRow, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// The form of a member of the team, and the link of an invitation.

type Invited = ClientOutput<typeof inviteMember>

/** The invitation whose link is shown, once; null while none is. */
export const $invitation = atom<Invited | null>(null)

const showLink = ({ link, member }: Invited): void => $invitation.set({ link: urlOf(link), member })

export const closeInvitation = () => $invitation.set(null)

/** The tick beside what takes access from somebody: each lock that they could read gets another PIN to set. */
export const $renewsPins = atom(true)
export const toggleRenewsPins = (): void => $renewsPins.set(!$renewsPins.get())

export const teamCrud = createCrud({
  fields: {
    name: text,
    email: text,
    role: choice<Role>('caretaker'),
    property_ids: {
      empty: [] as readonly string[],
      of: ({ properties }: Member) => properties.map(({ id }) => id)
    }
  },
  getId: ({ id }: Member) => id,
  getName: ({ name }) => name,
  together: ({ property_ids, role }) => ({ property_ids: role === 'owner' ? [] : [...property_ids] }),
  create: async body => showLink(await call(inviteMember, { body })),
  fieldByRefusal: { already_in_team: 'email' },
  reload: () => reloadAfter('team', 'pins', 'scooters'),
  remove: ({ id }) =>
    call(removeMember, { params: { id }, query: { renew_pins: $renewsPins.get() ? 'true' : 'false' } }),
  // With one property there is nothing to choose.
  defaults: () => {
    const properties = $propertyOptions.get() ?? []
    return { property_ids: properties.length === 1 ? properties.map(({ id }) => id) : [] }
  },
  schemas: { create: inviteMember.body, update: updateMember.body },
  update: ({ id }, { email: _, ...body }) =>
    call(updateMember, { body: { ...body, renew_pins: $renewsPins.get() }, params: { id } }),
  messages: teamText.members
})

// Ticked again for the next member.
teamCrud.$rowToDelete.listen(() => $renewsPins.set(true))
teamCrud.$editedRow.listen(() => $renewsPins.set(true))

/** The member whom the form takes a property from; null: nobody. An invitation has read nothing. */
export const $losesProperty = computed([teamCrud.$editedRow, teamCrud.$fields], (row, { property_ids, role }) => {
  if (row === null || row.link_until !== null || role === 'owner') return null
  const loses = row.role === 'owner' || row.properties.some(({ id }) => !property_ids.includes(id))
  return loses ? row : null
})

export function toggleProperty(id: string): void {
  const { property_ids } = teamCrud.$fields.get()
  teamCrud.setField(
    'property_ids',
    property_ids.includes(id) ? property_ids.filter(each => each !== id) : [...property_ids, id]
  )
}

/** Ids of the members whose link is being made. */
export const $renewingIds = atom<readonly string[]>([])

export async function renewLink({ id }: Member): Promise<void> {
  await whileBusy(busyRow($renewingIds, id), teamText.members.newLinkFailed, async () => {
    showLink(await call(renewInvitation, { params: { id } }))
    return () => reloadAfter('team')
  })
}

export async function copyLink(): Promise<void> {
  const invitation = $invitation.get()
  if (invitation) await copyAndTell(invitation.link, teamText.invitation)
}
