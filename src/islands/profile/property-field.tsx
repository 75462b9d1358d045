import { PropertySelect } from '#islands/ui/controls/property-select.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { chooseProperty, propertyOption } from '#messages/auth.ts'
import { closedOption, closedWarning, movingWarning, yourProperty } from '#messages/profile.ts'
import { $closedProperty, $moving, $properties, loadProperties } from '#stores/profile/form.ts'
import { FieldBones } from './profile-skeleton.tsx'
import { useProfileField } from './use-profile-field.ts'

export function PropertyField({ saved_property_id }: { saved_property_id: string }) {
  const properties = useStore($properties)
  const moving = useStore($moving)
  const closed = useStore($closedProperty)
  const field = useProfileField('property_id')
  if (properties === 'loading') return <FieldBones width="w-16" />
  const warning = moving ? movingWarning : closed && closedWarning
  const listed = typeof properties === 'string' ? [] : properties
  const isListed = listed.some(({ id }) => id === saved_property_id)
  return (
    <div>
      <PropertySelect
        {...field}
        failed={properties === 'failed'}
        properties={listed}
        retry={() => void loadProperties()}
      >
        {saved_property_id === '' && <option value="">{chooseProperty}</option>}
        {saved_property_id !== '' && !isListed && (
          <option value={saved_property_id}>{closed ? closedOption(propertyOption(closed)) : yourProperty}</option>
        )}
      </PropertySelect>
      {/* There before the warning is: a screen reader tells what comes into it. */}
      <div className="not-empty:mt-3" role="status">
        {warning && <Note kind="warning">{warning}</Note>}
      </div>
    </div>
  )
}
