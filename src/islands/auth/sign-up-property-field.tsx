import { PropertySelect } from '#islands/ui/controls/property-select.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { chooseProperty } from '#messages/account/account-fields.ts'
import { $properties, loadProperties } from '#stores/kit/property-list.ts'
import { useAuthField } from './auth-fields.tsx'

export function SignUpPropertyField() {
  return (
    <PropertySelect
      {...useAuthField('property_id')}
      properties={useStore($properties)}
      onRetry={() => void loadProperties()}
    >
      <option value="">{chooseProperty}</option>
    </PropertySelect>
  )
}
