import { pinTimeText } from '#domain/bookings/rides.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { pinHalves } from '#stores/my-bookings/booking-details.ts'
import { copyPin } from '#stores/my-bookings/my-bookings.ts'

// The size of the digits depends on the width of the card, so that half a PIN fits on a line with any text size.
const LARGE = {
  block: 'justify-items-center gap-0.5 pt-3.5 pb-1 text-center',
  button: '',
  caption: '',
  digits: 'text-[min(max(3.25rem,19cqi),4.5rem,32cqi)]/[1.08] @min-[40rem]:text-[3.5rem]'
}
const COMPACT = {
  block: '@min-[15rem]:grid-cols-[minmax(0,1fr)_auto] items-center py-1.5',
  button: '@min-[15rem]:col-start-2 @min-[15rem]:row-span-2 @min-[15rem]:row-start-1',
  caption: 'col-span-full',
  digits: 'text-[min(2.25rem,32cqi)]/[1.08]'
}

/** Stands in the PIN's place until the rider can read it. */
export function PinLater({ pin_from, now }: { pin_from: string; now: Date }) {
  return (
    <p className="numeric rounded-card border-2 border-line bg-sunken px-3.5 py-3 text-[.9375rem]/[1.4] font-[550]">
      {text.pinAppears(pinTimeText(parseInstant(pin_from), now))}
    </p>
  )
}

/** `isLarge` is for the ride that is used next. */
export function PinBlock({ isLarge, pin }: { isLarge: boolean; pin: string }) {
  const classes = isLarge ? LARGE : COMPACT
  const [first, second] = pinHalves(pin)
  return (
    <div className={`grid content-center rounded-card border-2 border-accent bg-accent-soft px-3 ${classes.block}`}>
      <h4 className="text-[.9375rem]/[1.4] font-[650] text-accent-ink">{text.scooterPin}</h4>
      {/*
        Margins separate the two halves, so that a selected or copied PIN has no gap. Large text wraps between them.
      */}
      <p aria-hidden="true" className={`numeric -mx-[.12em] font-[750] tracking-[.02em] select-all ${classes.digits}`}>
        <span className="mx-[.12em] inline-block">{first}</span>
        <span className="mx-[.12em] inline-block">{second}</span>
      </p>
      <p className="sr-only select-none">{[...pin].join(' ')}</p>
      <p className={`caption ${classes.caption}`}>{text.enterPin}</p>
      <div className={classes.button}>
        <Button kind="ghost" onClick={() => void copyPin(pin)} isSmall>
          <Icon name="copy" size="s" />
          {text.copyPin}
        </Button>
      </div>
    </div>
  )
}
