import type { LoggedAction } from '#domain/admin/roles.ts'
import * as accountText from '#messages/account/account.ts'

export const listDescription = 'Changes made by admins. Times in IST.'
export const noActivity = 'No activity yet'
export const noActivityText = 'Changes, exports and views by admins appear here.'
export const actionHeading = 'Action'
export const adminHeading = 'Admin'
export const timeHeading = 'When'
export const subjectHeading = 'Item'

const ACTION_WORDS: Record<LoggedAction, string> = {
  add_guest: 'Added a guest',
  approve_license: 'Approved a licence',
  block_scooter: 'Blocked a scooter',
  book_at_desk: 'Booked by hand',
  cancel_booking: 'Cancelled a booking',
  change_pin: 'Changed the PIN of a lock',
  renew_pin: 'Renewed the PIN of a scooter',
  change_password: 'Changed their password',
  close_refund: 'Marked a refund as refunded manually',
  create_plan: 'Added a pricing plan',
  create_pricing: 'Added custom rates',
  create_property: 'Added a property',
  create_scooter: 'Added a scooter',
  delete_plan: 'Deleted a pricing plan',
  delete_pricing: 'Deleted custom rates',
  delete_property: 'Deleted a property',
  delete_rider: 'Deleted a rider',
  delete_scooter: 'Deleted a scooter',
  export_bookings: 'Exported the bookings',
  close_month: 'Closed a month of the books',
  export_receipts: 'Exported receipts',
  export_rider: 'Exported the data of a rider',
  invite_admin: 'Invited to the team',
  migrate_pins: 'Migrated PINs',
  move_ride: 'Moved a ride',
  pay_compensation: 'Marked a debt to a rider as paid',
  read_pin: 'Read a PIN for a rider',
  reject_license: 'Rejected a licence',
  remove_admin: 'Removed from the team',
  refund_booking: 'Partially refunded a booking',
  restore_rider: 'Lifted a suspension',
  return_ride: 'Ended a ride',
  send_refund: 'Sent a refund again',
  set_locks: 'Said whether the locks are set',
  sign_in: 'Signed in',
  sign_out_everywhere: accountText.loggedOutEverywhere,
  suspend_rider: 'Suspended a rider',
  update_admin: 'Changed a team member',
  update_photo: "Changed a rider's photo",
  update_plan: 'Changed a pricing plan',
  update_pricing: 'Changed custom rates',
  update_problem: 'Decided about a problem',
  update_property: 'Changed a property',
  update_scooter: 'Changed a scooter',
  update_settings: "Changed a property's rules",
  view_license: 'Viewed a licence photo',
  who_rode: 'Asked who rode a scooter'
}

export const actionText = (action: string) => (ACTION_WORDS as Record<string, string>)[action] ?? action
/** Of a press that a phone has kept: 'pressed Tue 16 Jun, 7:00 pm' */
export const pressedText = (time: string) => `pressed ${time}`

const FIELD_WORDS: Record<string, string> = {
  available_days: 'days',
  book_before_review: 'booking before review',
  buffer_minutes: 'buffer',
  closed_dates: 'closed dates',
  closes_at: 'closing time',
  free_cancel_minutes: 'free cancellation',
  grace_minutes: 'grace period',
  gst_registration: 'invoices',
  hourly_1: '1 hour',
  hourly_12: '12 hours',
  hourly_3: '3 hours',
  hourly_6: '6 hours',
  image_url: 'image',
  is_active: 'status',
  join_code: 'join code',
  late_cancel_percent: 'late refund',
  lead_minutes: 'first start',
  needs_license: 'licence needed',
  max_days_ahead: 'days ahead',
  max_ride_hours: 'longest ride',
  opens_at: 'opening time',
  otp_pin: 'PIN',
  parking_note: 'parking note',
  pause_note: 'note of the pause',
  paused_until: 'pause',
  pin_lead_minutes: 'PIN shown from',
  pin_mode: 'PIN after a ride',
  property_id: 'property',
  registration_number: 'registration number',
  report_refunds: 'money back by own report',
  return_mode: 'when a ride ends',
  support_phone: 'support phone',
  weekday_hours: 'hours by weekday'
}

/** 'name, PIN': the changed fields as labelled in their form. A note is returned unchanged. */
export function detailText(action: string, detail: string): string {
  if (!action.startsWith('update_')) return detail
  return detail
    .split(', ')
    .map(name => FIELD_WORDS[name] ?? name)
    .join(', ')
}

/** An activity log detail: a payment was refunded although its bank disputed it. */
export const disputeOverridden = (disputeId: string) => `despite dispute ${disputeId}`
