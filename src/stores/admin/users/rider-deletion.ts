import { call } from '#client/http/api.ts'
import { deleteUser, type User } from '#contract/riders/users.ts'
import { users as text } from '#messages/admin/users/users.ts'
import { reloadAfter, users } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-dialog.ts'

export const deleteRiderDialog = createRowDialog<User>({
  perform: async ({ id }) => (await call(deleteUser, { params: { id } })).message || text.deleted,
  failureMessage: text.deleteFailed,
  staleRowRefusals: ['rider_has_dispute', 'rider_has_pending_refund', 'rider_has_rides'],
  findCurrentRow: ({ id }) => findRow(users, user => user.id === id),
  // The rider's name is removed from bookings too.
  reload: async () => {
    await Promise.all([reloadAfter('users'), reloadAfter('bookings')])
  }
})
