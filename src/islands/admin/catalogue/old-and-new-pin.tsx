import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import * as needsText from '#messages/admin/needs.ts'

/** '482915 → 739264' */
export function OldAndNewPin({ new_pin, otp_pin }: PinChange) {
  return (
    <span className="numeric tracking-[.06em]">
      <span className="sr-only">{needsText.beforeOldPin}</span>
      <span className="text-ink-2">{otp_pin}</span>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">{needsText.beforeNewPin}</span>
      <span className="text-[2rem]/[1.1] font-[750]">{new_pin}</span>
    </span>
  )
}
