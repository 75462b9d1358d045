import { MESSAGE_RETENTION_DAYS, type MessageChannel, type MessageKind } from '#domain/outbox/outbox.ts'
import { pinChanged } from '#messages/admin/catalogue/pin-change-responses.ts'
import { bookingCancelled } from '#messages/my-bookings/cancel-booking.ts'
import { confirmed } from '#messages/payments/payment-responses.ts'

// The portal's list of mails and push messages to a rider.

const KINDS: Record<MessageKind, string> = {
  booked: confirmed,
  cancelled: bookingCancelled,
  email_changed: 'Email changed',
  ends_soon: 'Ride ends soon',
  extended: 'Ride extended',
  hold_lapsing: 'Hold expires soon',
  password_reset: 'New password',
  payment_lost: 'Payment will be refunded',
  pin_changed: pinChanged,
  refunded: 'Refunded',
  starts_soon: 'Ride starts soon'
}

const CHANNELS: Record<MessageChannel, string> = { mail: 'Email', push: 'Push' }

const UNSENT_STATES = {
  dropped: 'Not sent: no longer needed',
  due: 'Queued',
  failed: 'Not delivered'
} as const

interface MessageDelivery {
  channel: MessageChannel
  state: keyof typeof UNSENT_STATES | 'sent'
}

export const riderMessages = {
  empty: `No messages in the last ${MESSAGE_RETENTION_DAYS} days.`,
  failed: 'Failed to load the messages',
  kind: (kind: MessageKind) => KINDS[kind],
  loading: 'Loading the messages...',
  open: 'Messages',
  /** 'Email · Sent today, 7:44 pm'; `when` is the time at which it was sent. */
  channelAndState: ({ channel, state }: MessageDelivery, when: string) =>
    `${CHANNELS[channel]} · ${state === 'sent' ? `Sent ${when}` : UNSENT_STATES[state]}`,
  title: 'Messages to the rider'
} as const
