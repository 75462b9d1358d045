/** The messages to riders, by mail or push. */
export const RIDER_MESSAGE_KINDS = [
  'booked',
  'extended',
  'payment_lost',
  'hold_lapsing',
  'starts_soon',
  'ends_soon',
  'overdue',
  'not_ready',
  'moved',
  'cancelled',
  'refunded',
  'pin_changed',
  'license_approved',
  'license_rejected',
  'suspended',
  'restored',
  'email_changed',
  'confirm_email',
  'password_reset'
] as const

/** The messages to the people of the portal. They get the link to a new password too. */
const STAFF_MESSAGE_KINDS = [
  'invitation',
  'day',
  'pin_due',
  'problem',
  'problem_waits',
  'ride_late',
  'license_waits',
  'dispute',
  'refund_review'
] as const

export const MESSAGE_KINDS = [...RIDER_MESSAGE_KINDS, ...STAFF_MESSAGE_KINDS] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Each carries a link that works once. */
export const LINK_KINDS = ['confirm_email', 'invitation', 'password_reset'] as const satisfies readonly MessageKind[]
export type LinkKind = (typeof LINK_KINDS)[number]

export const MESSAGE_CHANNELS = ['mail', 'push'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** The mail services. 'kept': none is set up, so nothing is sent. */
export const MAIL_PROVIDERS = ['cloudflare', 'kept', 'resend'] as const
export type MailProviderName = (typeof MAIL_PROVIDERS)[number]

/** 'dropped': it was no longer true or its time had passed. 'failed': the service refused it or all retries failed. */
export const MESSAGE_STATES = ['due', 'sent', 'dropped', 'failed'] as const

/** Pauses before the retries of a message. After the last one it has failed. */
export const MESSAGE_RETRY_MINUTES = [1, 2, 4, 8, 16, 30] as const

/** Subject and text of a sent message are kept for this long. */
export const MESSAGE_RETENTION_DAYS = 30

/** A message that no time of a ride limits is not sent later than this. */
export const MESSAGE_LIFE_DAYS = 3

/** Hours of the day in India between which the mail with the day is added, and from which it is not sent any more. */
export const DAY_MAIL_HOURS = { first: 7, last: 10, useless: 12 } as const
/** The starts and ends that it lists. */
export const DAY_MAIL_RIDES_MAX = 50
/** Staff are told this long before a ride whose PIN still has to be changed. */
export const PIN_DUE_MINUTES = 60
/** Staff are told so long after its end that a ride is late. */
export const RIDE_LATE_MINUTES = 30
/** Owners are told so long after a report that a scooter cannot be ridden, if nobody has decided about it. */
export const PROBLEM_WAITS_MINUTES = 15
/** Staff are told so long after an upload, if its rider cannot book before they look. */
export const LICENCE_WAITS_MINUTES = 10

export const HOLD_LAPSING_MINUTES = 5
export const STARTS_SOON_MINUTES = 30
export const ENDS_SOON_MINUTES = 10
/** The rider of a late ride is told so long after its end, each time until the next. */
export const OVERDUE_MINUTES = [10, 40, 70] as const
/** The next rider is told that the scooter may not be ready from so long before the start until so long after it. */
export const NOT_READY_MINUTES = 30

/** With one more, the oldest gets no more push messages. */
export const PUSH_DEVICES_PER_ACCOUNT = 10

/** What a push message tells the service worker to show. */
export interface PushPayload {
  title: string
  body: string
  /** The page that a tap opens. */
  path: string
  /** A later message with the same tag replaces the notification. */
  tag: string
}
