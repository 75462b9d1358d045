import type { Booking } from '#contract/bookings/my-bookings.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

/** What was paid for each extension of a ride. */
export function ExtensionLines({ extended }: Pick<Booking, 'extended'>) {
  return (
    <ul className="caption numeric empty:hidden">
      {extended?.map((extension, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two extensions can be equal, and their order stays
        <li key={index}>{myBookingsText.extendedBy(extension)}</li>
      ))}
    </ul>
  )
}
