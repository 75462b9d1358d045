/** Audited actions: those that change data, move money, show personal data or start a session. */
export const AUDITED_ACTIONS = [
  'cancel_booking',
  'refund_booking',
  'send_refund',
  'close_refund',
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
  'create_pricing',
  'update_pricing',
  'delete_pricing',
  'create_plan',
  'update_plan',
  'delete_plan',
  'update_photo',
  'view_license',
  'delete_rider',
  'export_bookings'
] as const
export type AuditedAction = (typeof AUDITED_ACTIONS)[number]
