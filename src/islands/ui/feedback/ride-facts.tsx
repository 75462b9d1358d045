import type { Booking } from '#contract/bookings/my-bookings.ts'
import { pinHalves } from '#domain/catalogue/scooters.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

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

/** The size of a PIN that is read at once, by the width of its container: half a PIN fits on a line with any text size. */
export const LARGE_PIN = 'text-[min(max(3.25rem,19cqi),4.5rem,32cqi)]/[1.08]'

/**
 * A PIN in two halves, of which large text shows one a line. Margins separate them, so that a selected or copied PIN
 * has no gap. A screen reader reads it digit by digit. `className` sets the size.
 */
export function PinDigits({ className, pin }: { className: string; pin: string }) {
  const [first, second] = pinHalves(pin)
  return (
    <>
      <p aria-hidden="true" className={`numeric -mx-[.12em] font-[750] tracking-[.02em] select-all ${className}`}>
        <span className="mx-[.12em] inline-block">{first}</span>
        <span className="mx-[.12em] inline-block">{second}</span>
      </p>
      <p className="sr-only select-none">{[...pin].join(' ')}</p>
    </>
  )
}
