import type { ReactNode } from 'react'
import { propertiesMissing, property, propertyOption } from '#messages/account/account-fields.ts'
import { tryAgain } from '#messages/app-shell.ts'
import { SelectField } from './field.tsx'

interface PropertySelectProps {
  error: string | undefined
  /** Whether the list failed to load. */
  failed: boolean
  name: string
  onChange: (property_id: string) => void
  properties: readonly { id: string; location: string; name: string }[]
  retry: () => void
  value: string
  /** Options before the list: the placeholder, or a property that is not listed. */
  children: ReactNode
}

function PropertiesNotLoaded({ retry }: { retry: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {propertiesMissing}
      <button className="link" onClick={retry} type="button">
        {tryAgain}
      </button>
    </span>
  )
}

/** A select of properties, as 'name - location'. */
export function PropertySelect({ children, failed, properties, retry, ...field }: PropertySelectProps) {
  return (
    <SelectField {...field} hint={failed ? <PropertiesNotLoaded retry={retry} /> : undefined} label={property}>
      {children}
      {properties.map(one => (
        <option key={one.id} value={one.id}>
          {propertyOption(one)}
        </option>
      ))}
    </SelectField>
  )
}
