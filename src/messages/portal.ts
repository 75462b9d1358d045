import { DAYS, PIN_DIGITS, PLAN_COST_MIN_RUPEES, PLAN_HOURS, PRICE_MAX_RUPEES } from '#domain/constants.ts'
import { moneyText, rupeesText } from '#domain/pricing.ts'
import type { RefundReason, RefundStatus } from '#domain/refunds.ts'
import { type Weekday, weekdayName } from '#domain/time.ts'

// Messages of the dashboard. For sign-in, see admin-sign-in.ts; for API responses, see admin.ts.

export const title = 'Admin Dashboard'
export const loading = 'Loading admin dashboard...'
export const dashboardLoadFailed = 'Failed to load dashboard data'
export const sections = 'Sections'
export const tabs = {
  overview: 'Overview',
  properties: 'Properties',
  scooters: 'Scooters',
  pricing: 'Legacy Pricing',
  plans: 'Pricing Plans',
  users: 'Users',
  bookings: 'Bookings'
} as const

export const totalLocations = 'total locations'
export const registered = 'registered'
export const active = 'active'
export const recentBookings = 'Recent Bookings'
export const noRecentBookings = 'Nobody has booked yet.'
export const quickActions = 'Quick Actions'
export const manageProperties = 'Manage Properties'
export const manageScooters = 'Manage Scooters'
export const activity = 'Activity log'
export const scootersNow = 'Scooters now'
export const today = 'Today'
export const tomorrow = 'Tomorrow'
export const yesterday = 'Yesterday'

// Lists
export const actions = 'Actions'
export const edit = 'Edit'
export const remove = 'Delete'
export const previousPage = 'Previous'
export const nextPage = 'Next'
export const clearSearch = 'Show all'
export const nothingFound = 'Nothing matches'
export const nothingFoundText = 'Try other words, or show everything again.'
export const allProperties = 'All properties'
export const allStatuses = 'All statuses'
export const sortBy = 'Sort'
export const newestFirst = 'Newest first'

// Forms
export const save = 'Save Changes'
export const saving = 'Saving...'
export const cancel = 'Cancel'
export const close = 'Close'
export const noChanges = 'No changes to update'
export const discardQuestion = 'Discard your changes?'
export const discardText = 'What you typed has not been saved.'
export const discard = 'Discard'
export const keepEditing = 'Keep editing'
export const deleting = 'Deleting...'
export const chooseImage = 'Choose an image'
export const imageCaption = 'JPEG, PNG or WebP, up to 5MB'
export const replaceImage = 'Replace'
export const removeImage = 'Remove image'
export const currentImage = 'Current image'
export const uploadingImage = 'Uploading image...'
export const uploadUnavailable = 'No image can be uploaded here: file storage is not configured.'

export const properties = {
  add: 'Add Property',
  create: 'Create Property',
  created: 'Property created successfully!',
  createFailed: 'Failed to create property',
  deleted: 'Property deleted successfully!',
  deleteFailed: 'Failed to delete property',
  deleteQuestion: 'Are you sure you want to delete this property?',
  edit: 'Edit Property',
  empty: 'No properties yet',
  emptyText: 'Add the first place where your scooters stand.',
  image: 'Property Image',
  location: 'Location',
  name: 'Property Name',
  search: 'Search properties',
  sorts: { location: 'Location', name: 'Name' },
  updated: 'Property updated successfully!',
  updateFailed: 'Failed to update property'
} as const

export const scooters = {
  add: 'Add Scooter',
  create: 'Create Scooter',
  created: 'Scooter created successfully!',
  createFailed: 'Failed to create scooter',
  deleted: 'Scooter deleted successfully!',
  deleteFailed: 'Failed to delete scooter',
  deleteQuestion: 'Are you sure you want to delete this scooter?',
  edit: 'Edit Scooter',
  empty: 'No scooters yet',
  emptyText: 'Add the first scooter, and riders can book it.',
  image: 'Scooter Image',
  migrate: 'Migrate to Numeric PINs',
  migrateConfirm: 'Migrate',
  migrateFailed: 'Failed to migrate PINs',
  migrateQuestion: `This will update all existing scooters to use ${PIN_DIGITS}-digit numeric PINs. Continue?`,
  migrated: 'PINs migrated',
  migrating: 'Migrating...',
  name: 'Scooter Name',
  otp: 'OTP',
  pin: 'Scooter PIN',
  pinHint: 'Leave it empty to keep the PIN as it is.',
  pinRefused: `The PIN takes up to ${PIN_DIGITS} digits and nothing else`,
  pinPlaceholder: `${PIN_DIGITS}-digit PIN (auto-generated if empty)`,
  property: 'Property',
  search: 'Search scooters',
  sorts: { name: 'Name', property_name: 'Property', status: 'Status' },
  status: 'Status',
  unassigned: 'Unassigned',
  /** Replaces 'Available' at a deleted property. */
  notOffered: 'Not offered',
  updated: 'Scooter updated successfully!',
  updateFailed: 'Failed to update scooter'
} as const

export const pricing = {
  add: 'Add Pricing',
  allPriced: 'Every property has its own rates already.',
  create: 'Create Pricing',
  created: 'Pricing created successfully!',
  createFailed: 'Failed to create pricing',
  deleted: 'Pricing deleted successfully!',
  deleteFailed: 'Failed to delete pricing',
  deleteQuestion: 'Are you sure you want to delete this pricing? It will revert to default rates.',
  edit: 'Edit Pricing',
  empty: 'No rates of their own yet',
  emptyText: 'Every property charges the default rates until you add others.',
  property: 'Property',
  search: 'Search pricing',
  sorts: { hourly_1: '1 hour rate', property_name: 'Property' },
  updated: 'Pricing updated successfully!',
  updateFailed: 'Failed to update pricing'
} as const

export const plans = {
  active: 'Active',
  add: 'Add Plan',
  allDays: 'Every day',
  availableDays: 'Available Days',
  cost: 'Cost (₹)',
  create: 'Create Plan',
  created: 'Pricing plan created successfully!',
  createFailed: 'Failed to create pricing plan',
  days: 'Days',
  deleted: 'Pricing plan deleted successfully!',
  deleteFailed: 'Failed to delete pricing plan',
  deleteQuestion: 'Are you sure you want to delete this pricing plan?',
  edit: 'Edit Plan',
  empty: 'No pricing plans yet',
  emptyText: 'Without a plan riders book 1, 3, 6 or 12 hours at the property’s rates.',
  hours: 'Hours',
  hoursRange: `${PLAN_HOURS.min} to ${PLAN_HOURS.max}`,
  inactive: 'Inactive',
  name: 'Plan Name',
  price: 'Cost',
  property: 'Property',
  search: 'Search plans',
  sorts: { cost: 'Cost', hours: 'Hours', name: 'Name', property_name: 'Property' },
  status: 'Status',
  updated: 'Pricing plan updated successfully!',
  updateFailed: 'Failed to update pricing plan'
} as const

export const users = {
  deleted: 'Rider deleted',
  deleteFailed: 'Failed to delete rider',
  deleteQuestion: 'Are you sure you want to delete this rider?',
  deleteText: 'Name, e-mail, phone and licence photo are deleted for good. Past bookings stay, as a deleted rider’s.',
  email: 'Email',
  empty: 'No riders yet',
  emptyText: 'Whoever signs up appears here.',
  licence: 'Licence photo',
  viewLicenceNewTab: 'View licence (opens in a new tab)',
  licenceFailed: 'Failed to load the licence photo',
  licenceLoading: 'Loading the licence photo...',
  licenceLogged: 'Your look at it is noted in the activity log.',
  licenceMissing: 'This photo is not there any more.',
  licenceOf: (name: string) => `Licence of ${name}`,
  phone: 'Phone',
  property: 'Property',
  saveLicence: 'Save the photo',
  search: 'Search by name or e-mail',
  sorts: { email: 'Email', name: 'Name' },
  updateFailed: 'Failed to update profile image',
  updatePhoto: 'Update Photo',
  updated: 'Profile image updated successfully!',
  updatingPhoto: 'Uploading...',
  user: 'User',
  viewLicence: 'View licence'
} as const

export const bookings = {
  all: 'All bookings',
  amount: 'Amount',
  empty: 'No bookings yet',
  emptyText: 'Bookings appear here as riders make them.',
  exportCsv: 'Export CSV',
  exportFailed: 'The export did not work',
  exporting: 'Exporting...',
  from: 'From',
  payments: 'Payments',
  ride: 'Start – End',
  rider: 'Rider',
  scooter: 'Scooter',
  search: 'Search rider or scooter',
  sorts: { '-start_time': 'Latest ride first', start_time: 'Earliest ride first' },
  status: 'Payment',
  to: 'To',
  type: 'Type',
  views: 'Views'
} as const

/** An admin cancels a rider's booking. */
export const cancelling = {
  action: 'Cancel booking',
  busy: 'Cancelling...',
  failed: 'The booking could not be cancelled',
  freed: 'The time becomes free for other riders at once.',
  keep: 'Keep booking',
  nothingPaid: 'Nothing was paid yet.',
  question: 'Cancel this booking?',
  rideIsOver: 'This ride is over.',
  rideIsUnderWay: 'This ride is under way.'
} as const

/** Refunds. */
export const payments = {
  all: 'All refunds',
  amount: 'Amount',
  close: 'Given back another way',
  closeFailed: 'The refund could not be settled',
  closeAction: 'Mark as given back',
  closeText: 'Nothing more is sent through the payment provider. This cannot be undone.',
  closed: 'Noted as given back',
  closing: 'Saving...',
  copied: 'Copied',
  copyByHand: 'Tap the id to select it, then copy it',
  empty: 'No refunds yet',
  emptyText: 'Money that goes back to riders appears here.',
  needsReview: 'Needs you',
  note: 'How was it given back?',
  noteHint: 'For example: in cash, or by bank transfer.',
  nothingToReview: 'Nothing needs you',
  nothingToReviewText: 'Refunds that do not go through by themselves wait here for you.',
  payment: 'Payment',
  refund: 'Refund',
  ride: 'Ride',
  rider: 'Rider',
  sendFailed: 'The refund could not be sent',
  sendText: 'The payment provider gives all of it back. This cannot be undone.',
  sending: 'Refunding...',
  sent: 'The refund goes to the payment provider within a minute',
  sorts: { created_at: 'Oldest first' },
  status: 'Status',
  why: 'Why'
} as const

/** Payment details of one booking. */
export const paymentDetails = {
  checkNow: 'Ask the provider now',
  checking: 'Asking...',
  attempts: 'Attempts',
  checkFailed: 'The payment provider could not be asked',
  checked: 'The payment provider has been asked',
  loadFailed: 'Failed to load the payments',
  loading: 'Loading the payments...',
  noAttempts: 'Nobody has tried to pay yet.',
  noOrder: 'No order was opened.',
  noRefunds: 'No money goes back.',
  order: 'Order',
  refunds: 'Refunds',
  title: 'Payments of the booking'
} as const

/** 'Mon 15 Jun, 7:44 pm IST' */
export function dayAndTime(day: string, time: string): string {
  return `${day}, ${time} IST`
}

/** 'Today, 7:44 pm IST' */
export function inIndianTime(moment: string): string {
  return `${moment} IST`
}

export function availableOf(count: number): string {
  return `available of ${count}`
}

export const available = 'available'

export function pageNumber(page: number): string {
  return `Page ${page}`
}

/** The accessible name of a row's button, which includes the row. */
export function actionOn(action: string, name: string): string {
  return `${action} ${name}`
}

/** 'Ather 450X · A1 at Palm Grove Residency' */
export function scooterAt(scooter: string, property: string): string {
  return property === '' ? scooter : `${scooter} at ${property}`
}

export function imageUploadFailed(reason: string): string {
  return `Image upload failed: ${reason}`
}

/** 'at Palm Grove Residency' */
export function atProperty(property: string): string | null {
  return property === '' ? null : `at ${property}`
}

/** The hint of a rate or plan cost field: '₹1 to ₹5,00,000' */
export const priceRange = `${rupeesText(PLAN_COST_MIN_RUPEES)} to ${rupeesText(PRICE_MAX_RUPEES)}`

/** Shown when unreadable input in a number field was replaced. */
export function notANumber(replacement: number): string {
  return `That is not a number. The field is now ${replacement}.`
}

/** '3 hours rate (₹)' */
export function rateFor(hours: string): string {
  return `${hours} rate (₹)`
}

/** 'Every day', or 'Mon, Tue' */
export function daysText(days: readonly Weekday[]): string {
  return days.length === DAYS.length ? plans.allDays : days.map(day => weekdayName(day).slice(0, 3)).join(', ')
}

const BOOKING_TYPES: Record<string, string> = { hourly: 'Hourly', manual: 'Manual', plan: 'Plan' }

/** An unknown type of an external backend is returned unchanged. */
export function bookingType(type: string): string {
  return BOOKING_TYPES[type] ?? type
}

/** A notice for an admin who sets a scooter to Maintenance: its paid rides are not cancelled. */
export function pastRidesStay(count: number): string {
  return `${count === 1 ? '1 paid ride is' : `${count} paid rides are`} ahead and will not be cancelled by this.`
}

/** '50+' if there are more rows than counted. */
export function countText(count: number, has_more: boolean): string {
  return has_more ? `${count}+` : String(count)
}

/** The count as a sentence, for screen readers. */
export function reviewsWaiting(count: number, has_more: boolean): string {
  if (has_more) return `more than ${count} refunds need you`
  return count === 1 ? '1 refund needs you' : `${count} refunds need you`
}

interface Payer {
  user_email: string
  user_name: string
}

const payerName = ({ user_email, user_name }: Payer) => user_name || user_email

/** '₹140 goes back to Asha Rao.' */
export function refundTo(amount: number, payer: Payer): string {
  return amount === 0 ? cancelling.nothingPaid : `${rupeesText(amount)} goes back to ${payerName(payer)}.`
}

export function cancelled(amount: number, payer: Payer): string {
  return `Booking cancelled. ${refundTo(amount, payer)}`
}

/** 'Refund ₹140' */
export function refundText({ amount, currency }: { amount: number; currency: string }): string {
  return `${payments.refund} ${moneyText(amount, currency)}`
}

/** 'Refund ₹140 to Asha Rao?' */
export function sendQuestion(refund: Payer & { amount: number; currency: string }): string {
  return `${refundText(refund)} to ${payerName(refund)}?`
}

/** 'Was ₹140 given back to Asha Rao another way?' */
export function closeQuestion(refund: Payer & { amount: number; currency: string }): string {
  return `Was ${moneyText(refund.amount, refund.currency)} given back to ${payerName(refund)} another way?`
}

const REFUND_STATUS_WORDS: Record<RefundStatus, string> = {
  due: 'To be sent',
  processed: 'Given back',
  review: payments.needsReview,
  sent: 'Sent'
}

export function refundStatus(status: string): string {
  return (REFUND_STATUS_WORDS as Record<string, string>)[status] ?? status
}

const REFUND_REASON_WORDS: Record<RefundReason, string> = {
  cancelled: 'An admin cancelled the booking.',
  elsewhere: 'It was given back at the payment provider’s own desk.',
  extra_payment: 'The booking was paid twice.',
  mismatch: 'What came is not what was ordered.',
  own_ride: 'The rider had paid for another ride at that time.',
  slot_lost: 'The scooter was no longer available when the money came.'
}

export function refundReason(reason: string): string {
  return (REFUND_REASON_WORDS as Record<string, string>)[reason] ?? reason
}

/** The ordered amount and the paid amount, if they differ. */
export function orderedAndPaid(refund: { amount: number; booking_amount: number; currency: string }): string {
  return `Ordered: ${rupeesText(refund.booking_amount)}. Came: ${moneyText(refund.amount, refund.currency)}.`
}

/** Quotes a note that another admin has written. */
export function inQuotes(words: string): string {
  return `“${words}”`
}

interface Attempt {
  amount?: number | null | undefined
  currency?: string | null | undefined
  status: string
}

const ATTEMPT_WORDS: Record<string, string> = {
  captured: 'Paid',
  dismissed: 'The payment dialog was closed',
  failed: 'The payment failed'
}

/** 'Paid ₹140'; an unknown status is returned unchanged. */
export function attemptText({ amount, currency, status }: Attempt): string {
  const words = ATTEMPT_WORDS[status] ?? status
  return typeof amount === 'number' && currency ? `${words} ${moneyText(amount, currency)}` : words
}

/** The accessible name of the button that copies a provider id. */
export function copyId(id: string): string {
  return `Copy ${id}`
}

/** The property column of a scooter whose property was deleted. */
export function deletedProperty(name: string): string {
  return `${name} (deleted)`
}
