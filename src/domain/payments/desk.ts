/** How a booking made by hand is paid at the desk. The id of its payment begins with it: nothing else marks it. */
export const DESK_METHODS = ['cash', 'upi', 'card', 'room', 'free'] as const
export type DeskMethod = (typeof DESK_METHODS)[number]

/** What the staff note about the payment, such as the room. */
export const DESK_NOTE_MAX_LENGTH = 80

export const deskPaymentId = (method: DeskMethod, booking: string) => `${method}-${booking}`

/** Null for a payment of the provider, whose ids have no hyphen, and without a payment. */
export function deskMethodOf(paymentId: string | null): DeskMethod | null {
  return DESK_METHODS.find(method => paymentId?.startsWith(`${method}-`)) ?? null
}
