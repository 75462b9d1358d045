import { MESSAGE_RETENTION_DAYS, type MessageChannel, type RIDER_MESSAGE_KINDS } from '#domain/outbox/outbox.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'

// API responses about riders.

export const riderNotFound = 'Rider not found'
export const deletedRider = 'Deleted rider'
export const riderDeleted = 'Rider deleted'
export const riderDeletedButCloud = 'Rider deleted. Now delete the licence photo in your cloud storage.'

export const riderHasDispute =
  'A payment of this rider is disputed, so the records are still needed. Try again after the decision.'

export const riderHasPendingRefund =
  'A payment or refund of this rider is still in progress, or you owe the rider money. Try again when it is finished.'

export const list = {
  deleted: riderDeleted,
  deleteFailed: 'Failed to delete rider',
  cannotDelete: 'This rider cannot be deleted now',
  deleteQuestion: 'Are you sure you want to delete this rider?',
  deleteText:
    'Name, email, phone, date of birth, password and photos are deleted permanently. Unpaid bookings are cancelled. Past bookings are kept without the name.',
  email: 'Email',
  empty: 'No riders yet',
  emptyText: 'Riders appear here after they sign up.',
  viewLicenceNewTab: 'View licence (opens in a new tab)',
  phone: 'Phone',
  property: 'Property',
  rider: 'Rider',
  search: 'Search name, email or phone',
  sorts: { email: 'Email', name: 'Name' },
  updateFailed: 'Failed to update profile image',
  updatePhoto: 'Update Photo',
  updated: 'Profile photo updated successfully!',
  updatingPhoto: 'Uploading...',
  viewLicence: 'View licence'
} as const

export const licencePhoto = {
  alt: (name: string) => `Licence of ${name}`,
  failed: 'Failed to load the licence photo',
  loading: 'Loading the licence photo...',
  missing: 'This photo no longer exists.',
  notice: 'Viewing is recorded in the activity log.',
  save: commonText.downloadPhoto,
  title: 'Licence photo'
} as const

// The portal's list of mails and push messages to a rider.

type RiderMessageKind = (typeof RIDER_MESSAGE_KINDS)[number]

const KINDS: Record<RiderMessageKind, string> = {
  booked: paymentsText.bookingConfirmed,
  cancelled: commonText.bookingCancelled,
  confirm_email: 'Confirm the email',
  email_changed: 'Email changed',
  ends_soon: 'Ride ends soon',
  extended: 'Ride extended',
  // On screens a hold expires.
  hold_lapsing: 'Hold expires soon',
  license_approved: 'Licence approved',
  license_rejected: 'Licence rejected',
  moved: 'Moved to another scooter',
  not_ready: 'Scooter may not be ready',
  overdue: 'Ride is overdue',
  password_reset: 'New password',
  payment_lost: 'Payment will be refunded',
  pin_changed: pinChangesText.pinChanged,
  refunded: 'Refunded',
  restored: 'Suspension lifted',
  starts_soon: 'Ride starts soon',
  suspended: 'Suspended'
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
  kind: (kind: RiderMessageKind) => KINDS[kind],
  loading: 'Loading the messages...',
  open: 'Messages',
  /** 'Email · Sent today, 7:44 pm'; `when` is the time at which it was sent. */
  channelAndState: ({ channel, state }: MessageDelivery, when: string) =>
    `${CHANNELS[channel]} · ${state === 'sent' ? `Sent ${when}` : UNSENT_STATES[state]}`,
  title: 'Messages to the rider'
} as const
