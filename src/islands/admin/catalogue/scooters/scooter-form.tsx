import { SCOOTER_STATUSES } from '#domain/catalogue/scooter-status.ts'
import { PIN_DIGITS } from '#domain/constants.ts'
import { ImageField } from '#islands/admin/crud/image-field.tsx'
import { PinField } from '#islands/admin/crud/pin-field.tsx'
import { PropertyOptions } from '#islands/admin/crud/property-options.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'

import { scooters as text, upcomingRidesStay } from '#messages/admin/catalogue/catalogue.ts'
import { scooterCrud, setPin } from '#stores/admin/catalogue/scooters.ts'

export function ScooterForm() {
  const row = useStore(scooterCrud.$editedRow)
  const status = useFormField(scooterCrud, 'status')
  return (
    <>
      <TextField {...useFormField(scooterCrud, 'name')} label={text.name} required={!row} />
      <SelectField {...useFormField(scooterCrud, 'property_id')} label={text.property}>
        <option value="">{text.unassigned}</option>
        <PropertyOptions row={row} />
      </SelectField>
      <SelectField {...status} label={text.status}>
        {SCOOTER_STATUSES.map(each => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {row && status.value === 'Maintenance' && Boolean(row.rides_ahead) && (
        <Note kind="warning" role="status">
          {upcomingRidesStay(row.rides_ahead ?? 0)}
        </Note>
      )}
      <PinField
        {...useFormField(scooterCrud, 'otp_pin')}
        autoComplete="off"
        hint={row ? text.pinHint : undefined}
        inputMode="numeric"
        label={text.pin}
        onChange={setPin}
        pattern={`\\d{${PIN_DIGITS}}`}
        placeholder={text.pinPlaceholder}
      />
      <ImageField {...useFormField(scooterCrud, 'image')} current={row?.image_url ?? null} label={text.image} />
    </>
  )
}
