import { MESSAGE_RETENTION_DAYS, type MessageChannel, type MessageKind } from '#domain/outbox/outbox.ts'

// The portal's list of mails and push messages to a rider.

const KINDS: Record<MessageKind, string> = {
  booked: 'Booking confirmed',
  cancelled: 'Booking cancelled',
  email_changed: 'Email changed',
  ends_soon: 'Ride ends soon',
  extended: 'Ride extended',
  hold_lapsing: 'Hold expires soon',
  password_reset: 'New password',
  payment_lost: 'Payment will be refunded',
  pin_changed: 'PIN changed',
  refunded: 'Refunded',
  starts_soon: 'Ride starts soon'
}

const CHANNELS: Record<MessageChannel, string> = { mail: 'Email', push: 'Push' }

export const riderMessages = {
  channel: (channel: MessageChannel) => CHANNELS[channel],
  empty: `No messages in the last ${MESSAGE_RETENTION_DAYS} days.`,
  failed: 'Failed to load the messages',
  kind: (kind: MessageKind) => KINDS[kind],
  loading: 'Loading the messages...',
  open: 'Messages',
  states: {
    dropped: 'Not sent: no longer needed',
    due: 'Queued',
    failed: 'Not delivered'
  },
  sentAt: (when: string) => `Sent ${when}`,
  title: 'Messages to the rider'
} as const
