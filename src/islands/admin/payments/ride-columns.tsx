import type { Column } from '#islands/admin/list/list-table.tsx'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { RiderText } from '#islands/admin/list/rider-text.tsx'
import { atProperty } from '#messages/admin/lists.ts'
import { refunds as text } from '#messages/admin/payments/refunds.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'

/** The fields of a refund and of a dispute that name the rider and the ride. */
interface RowWithRide {
  end_time: string
  property_name: string
  scooter_name: string
  start_time: string
  user_email: string
  user_name: string
}

export const rider: Column<RowWithRide> = { cell: RiderText, heading: text.rider, layout: 'main' }

export const ride: Column<RowWithRide> = {
  cell: (row, now) => (
    <span className="grid lg:min-w-48">
      <PropertyText location={atProperty(row.property_name)} name={row.scooter_name} />
      <span className="caption numeric text-balance">{rideText(row, now)}</span>
    </span>
  ),
  heading: text.ride
}
