import type { FocusTarget } from '#stores/booking/book.ts'

/** The id of the element to focus for each target. */
export const FOCUS_TARGET_IDS: Record<FocusTarget, string> = {
  offer: 'booking-offer',
  time: 'booking-start-time',
  paymentError: 'booking-payment-error'
}

export function scrollToTarget(target: FocusTarget): void {
  const element = document.getElementById(FOCUS_TARGET_IDS[target])
  element?.closest('section, aside')?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
