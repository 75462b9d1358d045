import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { PropertyPicture } from '#islands/ui/art/property-picture.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/home.ts'
import type { HomeProperty } from '#stores/home/home.ts'

// White text needs a dark gradient behind it on any photo. On phones, the gradient is as high as the text. On wide
// screens, it darkens the side with the text.
const SCRIM =
  '[background-image:linear-gradient(to_top,rgb(0_0_0/.88),rgb(0_0_0/.68)_calc(100%-3.5rem),rgb(0_0_0/0))] md:bg-none'
const SCRIM_WIDE =
  'absolute inset-0 hidden [background-image:linear-gradient(to_right,rgb(0_0_0/.8),rgb(0_0_0/.66)_44%,rgb(0_0_0/0)_80%)] md:block'

export function Banner({ property }: { property: HomeProperty }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <section className="relative isolate flex min-h-44 items-end overflow-hidden rounded-t-card bg-panel text-white md:min-h-[232px]">
        <PropertyPicture image_url={property.image_url} />
        <div aria-hidden="true" className={SCRIM_WIDE} />
        <div className={`relative w-full min-w-0 p-4 pt-14 md:max-w-[44%] md:py-6 md:pr-0 md:pl-7 ${SCRIM}`}>
          <h1 className="[overflow-wrap:anywhere] lg:text-[2.5rem]">{property.name}</h1>
          {property.location && (
            <p className="mt-0.5 flex items-center gap-1.5">
              <Icon name="pin-map" />
              {property.location}
            </p>
          )}
        </div>
      </section>
      <section className="card flex flex-wrap items-center gap-3 rounded-t-none border-t-0 py-2.5 pr-2.5 pl-4">
        <div className="flex-1 basis-28">
          <p className="caption">{text.currentProperty}</p>
          <p className="h3 wrap-anywhere">{property.name}</p>
        </div>
        <LinkButton href={CHANGE_PROPERTY_PATH} kind="secondary" isSmall>
          {text.changeProperty}
        </LinkButton>
      </section>
    </div>
  )
}
