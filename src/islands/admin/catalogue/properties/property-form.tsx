import { ImageField } from '#islands/admin/crud/image-field.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'

import { properties as text } from '#messages/admin/catalogue/catalogue.ts'
import { $uploadPercent, CAN_UPLOAD_IMAGES, propertyCrud } from '#stores/admin/catalogue/properties.ts'
import { HAS_PARKING_NOTES } from '#stores/kit/backend-features.ts'

export function PropertyForm() {
  const name = useFormField(propertyCrud, 'name')
  const location = useFormField(propertyCrud, 'location')
  const parkingNote = useFormField(propertyCrud, 'parking_note')
  const row = useStore(propertyCrud.$editedRow)
  const uploaded = useStore($uploadPercent)
  return (
    <>
      <TextField {...name} label={text.name} required={!row} />
      <TextField {...location} label={text.location} required={!row} />
      {HAS_PARKING_NOTES && <TextField {...parkingNote} hint={text.parkingNoteHint} label={text.parkingNote} />}
      <ImageField
        {...useFormField(propertyCrud, 'image')}
        current={row?.image_url ?? null}
        canUpload={CAN_UPLOAD_IMAGES}
        label={text.image}
        percent={uploaded}
      />
    </>
  )
}
