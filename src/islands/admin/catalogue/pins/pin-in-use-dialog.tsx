import { timeOrDateText } from '#domain/time/dated-times.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/catalogue/pin-changes.ts'
import { scooterInUse } from '#messages/admin/catalogue/pin-changes.ts'
import * as labels from '#messages/labels.ts'
import { pinInUseDialog } from '#stores/admin/catalogue/pin-changes.ts'

/** Asks before a PIN changes while somebody rides the scooter. */
export function PinInUseDialog() {
  const now = useRenderTime()
  const row = useStore(pinInUseDialog.$row)
  return (
    <RowQuestion
      busyLabel={labels.saving}
      cancelLabel={text.notYet}
      confirmLabel={text.markChanged}
      dialog={pinInUseDialog}
      title={text.inUseQuestion}
    >
      {row && (
        <>
          <p className="font-semibold wrap-anywhere">{row.scooter_name}</p>
          {row.in_use_until && (
            <p className="numeric">{scooterInUse(timeOrDateText(parseInstant(row.in_use_until), now))}.</p>
          )}
          <p className="muted">{text.inUseEffect}</p>
        </>
      )}
    </RowQuestion>
  )
}
