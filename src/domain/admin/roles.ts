/** The roles of the people who run the properties, lowest first. Each may do what the ones before it may. */
export const ROLES = ['caretaker', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function mayActAs(role: Role, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest)
}

/** What the activity log records: actions that change data, move money, show personal data or start a session. */
export const LOGGED_ACTIONS = [
  'book_at_desk',
  'cancel_booking',
  'refund_booking',
  'return_ride',
  'move_ride',
  'read_pin',
  'send_refund',
  'close_refund',
  'pay_compensation',
  'sign_in',
  'change_password',
  'sign_out_everywhere',
  'create_property',
  'update_property',
  'delete_property',
  'update_settings',
  'create_scooter',
  'update_scooter',
  'delete_scooter',
  'migrate_pins',
  'change_pin',
  'renew_pin',
  'set_locks',
  'block_scooter',
  'update_problem',
  'create_pricing',
  'update_pricing',
  'delete_pricing',
  'create_plan',
  'update_plan',
  'delete_plan',
  'add_guest',
  'update_photo',
  'view_license',
  'approve_license',
  'reject_license',
  'suspend_rider',
  'restore_rider',
  'delete_rider',
  'export_rider',
  'export_bookings',
  'close_month',
  'export_receipts',
  'who_rode',
  'invite_admin',
  'update_admin',
  'remove_admin'
] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]
