import { TextField } from '#islands/ui/controls/field.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import { $bookableDays, $day, chooseDay } from '#stores/booking/times.ts'

/** The native date input, used if our calendar fails to load. */
export function NativeDateField() {
  const { first, last } = useStore($bookableDays)
  return (
    <TextField
      label={labels.date}
      max={last}
      min={first}
      name="far_day"
      onChange={day => day !== $day.get() && chooseDay(day)}
      type="date"
      value={useStore($day)}
    />
  )
}
