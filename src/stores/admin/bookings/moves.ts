import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { listMoveTargets, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import { moved, moving } from '#messages/admin/rides.ts'
import { createNoteDialog } from '#stores/admin/list/row-dialogs.ts'
import { isLoaded, type Loadable, latestOnly, loadLatest, nullOnError } from '#stores/kit/requests.ts'

// The staff move a ride to another scooter.

interface Ride {
  id: string
  end_time: string
  scooter_id: string | null
  scooter_name: string
  start_time: string
  user_name: string
}

interface MoveDialogOptions<Row> {
  findCurrentRow: (row: Row) => Row | null
  reload: () => Promise<void>
}

/** Offers the free scooters and asks for the reason. The one that has stood longest is chosen at first. */
export function createMoveDialog<Row extends Ride>({ findCurrentRow, reload }: MoveDialogOptions<Row>) {
  const $targets = atom<Loadable<ClientOutput<typeof listMoveTargets>>>('loading')
  const $chosenId = atom('')
  const beginRequest = latestOnly()

  const nameOf = (id: string) => {
    const targets = $targets.get()
    return (isLoaded(targets) && targets.find(target => target.id === id)?.name) || ''
  }

  /** The scooters on screen stay until the response arrives, and so does the choice if it is still free. */
  async function loadTargets({ id }: Row): Promise<void> {
    const isLatest = beginRequest()
    const request = call(listMoveTargets, { params: { id } })
    // A toast would cover the dialog, which says it.
    await nullOnError(loadLatest($targets, isLatest, request))
    const targets = $targets.get()
    if (isLatest() && isLoaded(targets) && !nameOf($chosenId.get())) $chosenId.set(targets[0]?.id ?? '')
  }

  const dialog = createNoteDialog({
    failureMessage: moving.failed,
    findCurrentRow,
    name: 'reason',
    perform: async ({ id }: Row, body: { from_scooter_id: string; reason: string; scooter_id: string }) => {
      await call(moveRideAsAdmin, { body, params: { id } })
      return moved(nameOf(body.scooter_id))
    },
    reload: async () => {
      const ride = dialog.$row.get()
      await Promise.all([reload(), ride && loadTargets(ride)])
    },
    schema: moveRideAsAdmin.body,
    toBody: ({ scooter_id }: Row, reason) => ({
      from_scooter_id: scooter_id ?? '',
      reason,
      scooter_id: $chosenId.get()
    })
  })

  async function open(ride: Row): Promise<void> {
    dialog.open(ride)
    await retry()
  }

  async function retry(): Promise<void> {
    const ride = dialog.$row.get()
    $targets.set('loading')
    $chosenId.set('')
    if (ride) await loadTargets(ride)
  }

  return { ...dialog, $chosenId, $targets, choose: (id: string) => $chosenId.set(id), open, retry }
}

/** As its screen needs it. */
export type MoveDialog = Omit<ReturnType<typeof createMoveDialog<Ride>>, 'open'>
