import type { BookingBlock } from '#domain/riders/licence.ts'

// A file of its own, so that Home does not load the texts of the booking page.

/** Why a rider may not book. */
export const BLOCK_TEXTS = {
  license_expired: 'Your licence ends before this ride does. Please upload your new licence in your profile.',
  license_rejected: 'Your licence was not accepted. Please upload it again in your profile.',
  license_unreviewed: 'We are checking your licence. You can book as soon as it is approved.',
  rider_suspended: 'Your account is suspended. Please contact support.'
} as const satisfies Record<BookingBlock, string>

export const openProfile = 'Upload another licence'
export const contactUs = 'Contact us'
