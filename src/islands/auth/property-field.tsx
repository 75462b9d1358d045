import { PropertySelect } from '#islands/ui/controls/property-select.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { chooseProperty } from '#messages/account/account-fields.ts'
import { $properties, $propertiesFailed, loadProperties } from '#stores/auth/sign-up.ts'
import { useAuthField } from './auth-fields.tsx'

export function PropertyField() {
  return (
    <PropertySelect
      {...useAuthField('property_id')}
      failed={useStore($propertiesFailed)}
      properties={useStore($properties)}
      retry={() => void loadProperties()}
    >
      <option value="">{chooseProperty}</option>
    </PropertySelect>
  )
}
