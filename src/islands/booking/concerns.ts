import type { Concern } from '#stores/booking/form.ts'

/** What takes the focus when the rider has to look there. */
export const CONCERN_IDS: Record<Concern, string> = {
  offer: 'booking-offer',
  time: 'booking-start-time',
  trouble: 'booking-trouble'
}

export function leadTo(concern: Concern): void {
  const place = document.getElementById(CONCERN_IDS[concern])
  place?.closest('section, aside')?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
