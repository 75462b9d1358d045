import { call } from '#client/http/api.ts'
import { deleteRider, type RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { riders as text } from '#messages/admin/riders/riders.ts'
import { reloadAfter, riders } from '#stores/admin/dashboard-lists.ts'
import { createRowDialog, findRow } from '#stores/admin/kit/row-dialog.ts'

export const deleteRiderDialog = createRowDialog<RiderForAdmin>({
  perform: async ({ id }) => (await call(deleteRider, { params: { id } })).message || text.deleted,
  failureMessage: text.deleteFailed,
  staleRowRefusals: ['rider_has_dispute', 'rider_has_pending_refund', 'rider_has_rides'],
  findCurrentRow: ({ id }) => findRow(riders, rider => rider.id === id),
  reload: () => reloadAfter('users')
})
