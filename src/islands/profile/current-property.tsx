import type { ClosedProperty } from '#contract/catalogue/properties.public.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { PropertyPicture } from '#islands/ui/art/property-picture.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/profile.ts'
import { $closedProperty, $properties } from '#stores/profile/form.ts'
import { PropertyFrame } from './frame.tsx'
import { PropertyBones } from './profile-skeleton.tsx'

export function CurrentProperty({ property_id }: { property_id: string }) {
  const properties = useStore($properties)
  const closed = useStore($closedProperty)
  if (property_id === '') {
    return (
      <PropertyFrame picture={<Icon name="building" />}>
        <h2 className="h3">{text.noProperty}</h2>
      </PropertyFrame>
    )
  }
  if (closed) return <Named property={closed} />
  if (properties === 'loading') return <PropertyBones />
  if (properties === 'failed') return <Unnamed why={text.nameNotLoaded} />
  const property = properties.find(({ id }) => id === property_id)
  return property ? <Named property={property} /> : <Unnamed why={text.notListed} />
}

function Named({ property: { image_url, location, name } }: { property: ClosedProperty }) {
  return (
    <PropertyFrame picture={image_url ? <PropertyPicture image_url={image_url} /> : <Icon name="building" />}>
      <h2 className="h3 [overflow-wrap:anywhere]">{name}</h2>
      {location && <p className="cap [overflow-wrap:anywhere]">{location}</p>}
    </PropertyFrame>
  )
}

function Unnamed({ why }: { why: string }) {
  return (
    <PropertyFrame picture={<Icon name="building" />}>
      <h2 className="h3">{text.yourProperty}</h2>
      <p className="cap">{why}</p>
    </PropertyFrame>
  )
}
