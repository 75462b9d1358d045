import type { ClosedProperty } from '#contract/catalogue/properties.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { PropertyImage } from '#islands/ui/art/property-image.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/profile.ts'
import { $properties } from '#stores/kit/property-list.ts'
import { $deletedProperty } from '#stores/profile/profile-form.ts'
import { PropertyFrame } from './profile-layout.tsx'
import { PropertySkeleton } from './profile-skeleton.tsx'

export function CurrentProperty({ property_id }: { property_id: string }) {
  const properties = useStore($properties)
  const deletedProperty = useStore($deletedProperty)
  if (property_id === '') {
    return (
      <PropertyFrame picture={<Icon name="building" />}>
        <h2 className="h3">{text.noProperty}</h2>
      </PropertyFrame>
    )
  }
  if (deletedProperty) return <PropertyDetails property={deletedProperty} />
  if (properties === 'loading') return <PropertySkeleton />
  if (properties === 'failed') return <UnnamedProperty reason={text.nameNotLoaded} />
  const property = properties.find(({ id }) => id === property_id)
  return property ? <PropertyDetails property={property} /> : <UnnamedProperty reason={text.propertyUnavailable} />
}

function PropertyDetails({ property: { image_url, location, name } }: { property: ClosedProperty }) {
  return (
    <PropertyFrame picture={image_url ? <PropertyImage image_url={image_url} /> : <Icon name="building" />}>
      <h2 className="h3 [overflow-wrap:anywhere]">{name}</h2>
      {location && <p className="caption [overflow-wrap:anywhere]">{location}</p>}
    </PropertyFrame>
  )
}

function UnnamedProperty({ reason }: { reason: string }) {
  return (
    <PropertyFrame picture={<Icon name="building" />}>
      <h2 className="h3">{text.yourProperty}</h2>
      <p className="caption">{reason}</p>
    </PropertyFrame>
  )
}
