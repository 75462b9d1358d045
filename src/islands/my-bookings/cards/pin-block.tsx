import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/my-bookings.ts'
import { copyPin } from '#stores/my-bookings/my-bookings.ts'

const HALF = 3

export function PinBlock({ pin }: { pin: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-0.5 rounded-card border-2 border-accent bg-accent-soft px-4 pt-3.5 pb-1 text-center">
      <h4 className="text-[.9375rem] font-[650] text-accent-ink">{text.scooterPin}</h4>
      {/*
        Margins separate the two halves, so that a selected or copied PIN has no gap. Large text wraps between them.
      */}
      <p
        aria-hidden="true"
        className="numeric -mx-[.12em] text-[min(max(3.25rem,16.5vw),4.5rem,28vw)]/[1.08] font-[750] tracking-[.02em] select-all md:text-[3.75rem]"
      >
        <span className="mx-[.12em] inline-block">{pin.slice(0, HALF)}</span>
        <span className="mx-[.12em] inline-block">{pin.slice(HALF)}</span>
      </p>
      <p className="sr-only select-none">{[...pin].join(' ')}</p>
      <p className="caption">{text.enterPin}</p>
      <Button kind="ghost" onClick={() => void copyPin(pin)} small>
        <Icon name="copy" size="s" />
        {text.copyPin}
      </Button>
    </div>
  )
}
