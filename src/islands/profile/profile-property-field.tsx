import { PROPERTY_FIELD_ID } from '#domain/routes.ts'
import { PropertySelect } from '#islands/ui/controls/property-select.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { focusFromHash } from '#islands/ui/hooks/focus-from-hash.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { chooseProperty, propertyOption } from '#messages/account/account-fields.ts'
import { deletedPropertyOption, propertyChangeWarning, yourProperty } from '#messages/account/profile.ts'
import { propertyClosed } from '#messages/property-closed.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { $deletedProperty, $isPropertyChanged } from '#stores/profile/profile-form.ts'
import { FieldSkeleton } from './profile-skeleton.tsx'
import { useProfileField } from './use-profile-field.ts'

export function ProfilePropertyField({ savedPropertyId }: { savedPropertyId: string }) {
  const properties = useStore($properties)
  const isPropertyChanged = useStore($isPropertyChanged)
  const deletedProperty = useStore($deletedProperty)
  const field = useProfileField('property_id')
  if (properties === 'loading') return <FieldSkeleton width="w-16" />
  const warning = isPropertyChanged ? propertyChangeWarning : deletedProperty && propertyClosed
  const isListed = properties !== 'failed' && properties.some(({ id }) => id === savedPropertyId)
  return (
    <div id={PROPERTY_FIELD_ID} ref={focusFromHash}>
      <PropertySelect {...field} properties={properties} onRetry={() => void loadProperties()}>
        {savedPropertyId === '' && <option value="">{chooseProperty}</option>}
        {savedPropertyId !== '' && !isListed && (
          <option value={savedPropertyId}>
            {deletedProperty ? deletedPropertyOption(propertyOption(deletedProperty)) : yourProperty}
          </option>
        )}
      </PropertySelect>
      {/* Rendered before the warning appears: screen readers announce only changes in an existing region. */}
      <div className="not-empty:mt-3" role="status">
        {warning && <Note kind="warning">{warning}</Note>}
      </div>
    </div>
  )
}
