import { parseInstant } from '#domain/time/india-time.ts'
import { roundedUpTimeText } from '#domain/time/time-texts.ts'
import { RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-store.tsx'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { $savingPinIds, confirmPinChange, pinInUseDialog } from '#stores/admin/catalogue/pin-changes.ts'

export const actions = { $savingPinIds, confirmPinChange }

interface RiddenProps {
  isLate: boolean | null | undefined
  rider: Parameters<typeof pinChangesText.lateRiderWillBeTold>[0]
  scooter: string
  until: Date | null
}

/** What a PIN that changes during a ride means, or before a late rider has brought the scooter back. */
export function Ridden({ isLate, rider, scooter, until }: RiddenProps) {
  const now = useRenderTime()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{scooter}</p>
      {isLate && <p>{pinChangesText.lateRiderWillBeTold(rider)}</p>}
      {until && <p className="numeric">{pinChangesText.riderWillBeTold(rider, roundedUpTimeText(until, now))}</p>}
    </>
  )
}

export function Dialogs() {
  return (
    <RowQuestion
      cancelLabel={pinChangesText.notYet}
      confirmLabel={pinChangesText.markChanged}
      dialog={pinInUseDialog}
      title={row => (row.is_late ? pinChangesText.lateQuestion : pinChangesText.inUseQuestion)}
    >
      {row => (
        <Ridden
          isLate={row.is_late}
          rider={{ name: row.in_use_by, phone: row.in_use_phone }}
          scooter={row.scooter_name}
          until={row.in_use_until === null ? null : parseInstant(row.in_use_until)}
        />
      )}
    </RowQuestion>
  )
}
