import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { opensInMaps } from '#messages/my-bookings/my-bookings.ts'
import { mapUrl } from '#stores/my-bookings/booking-details.ts'

/** Where the scooter is parked, with a link to a map if the location is known. */
export function RidePlace({ booking }: { booking: Booking }) {
  const { parking_note, property_name } = booking
  const map = mapUrl(booking)
  if (!property_name) return null
  return (
    <div className="leading-[1.4] wrap-anywhere">
      {map ? (
        <a className="link -my-[11px] min-h-0 py-[11px]" href={map} rel="noopener" target="_blank">
          <Icon name="pin-map" size="s" />
          <span>
            {property_name}
            <span className="sr-only">{opensInMaps}</span>
          </span>
        </a>
      ) : (
        <p className="font-semibold">{property_name}</p>
      )}
      {parking_note && <p className="text-[.9375rem]">{parking_note}</p>}
    </div>
  )
}
