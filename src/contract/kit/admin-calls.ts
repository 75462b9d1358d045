import type { Role } from '#domain/admin/roles.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * What ties a call to properties, for roles that have their own: the row that its path names, the property or the
 * scooter in its body or query, or a list, which contains the rows of these properties only.
 */
export type Scope =
  | 'body'
  | 'booking'
  | 'licence'
  | 'list'
  | 'none'
  | 'photo'
  | 'plan'
  | 'problem'
  | 'property'
  | 'rider'
  | 'scooter'

/**
 * The lowest role that may make each call of the portal, and the call's scope. A call of admins without a row is refused
 * to everybody.
 */
export const ADMIN_CALLS: Readonly<Record<string, readonly [lowest: Role, scope: Scope]>> = {
  'GET /admin/me': ['caretaker', 'none'],
  'GET /admin/pin-changes': ['caretaker', 'list'],
  'GET /admin/problems': ['caretaker', 'list'],
  'GET /admin/scooters': ['caretaker', 'list'],
  'GET /admin/stats': ['caretaker', 'list'],
  'GET /admin/today': ['caretaker', 'list'],
  'GET /photos/{id}': ['caretaker', 'photo'],
  'PUT /admin/me': ['caretaker', 'none'],
  'GET /admin/bookings/{id}/targets': ['caretaker', 'booking'],
  'POST /admin/bookings/{id}/move': ['caretaker', 'booking'],
  'POST /admin/bookings/{id}/return': ['caretaker', 'booking'],
  'POST /admin/pin-changes/{scooter_id}': ['caretaker', 'scooter'],
  'POST /admin/problems/{id}': ['caretaker', 'problem'],
  'PUT /admin/scooters/{id}': ['caretaker', 'scooter'],

  'DELETE /admin/pricing-plans/{id}': ['manager', 'plan'],
  'DELETE /admin/pricing/{property_id}': ['manager', 'property'],
  'DELETE /admin/scooters/{id}': ['manager', 'scooter'],
  'DELETE /admin/users/{id}': ['manager', 'rider'],
  'GET /admin/bookings': ['manager', 'list'],
  'GET /admin/bookings.csv': ['manager', 'list'],
  'GET /admin/bookings/{id}/cancel': ['manager', 'booking'],
  'GET /admin/bookings/{id}/payments': ['manager', 'booking'],
  'GET /admin/licenses': ['manager', 'list'],
  'GET /admin/licenses/{id}': ['manager', 'licence'],
  'GET /admin/papers': ['manager', 'list'],
  'GET /admin/pricing': ['manager', 'list'],
  'GET /admin/pricing-plans': ['manager', 'list'],
  'GET /admin/properties': ['manager', 'list'],
  'GET /admin/properties/{id}/settings': ['manager', 'property'],
  'GET /admin/revenue': ['manager', 'list'],
  'GET /admin/problems/hits': ['manager', 'body'],
  'GET /admin/scooters/{id}/who-rode': ['manager', 'scooter'],
  'GET /admin/users': ['manager', 'list'],
  'GET /admin/users/{id}': ['manager', 'rider'],
  'GET /admin/users/{id}/messages': ['manager', 'rider'],
  'POST /admin/bookings/{id}/cancel': ['manager', 'booking'],
  'POST /admin/bookings/{id}/payments': ['manager', 'booking'],
  'POST /admin/bookings/{id}/refund': ['manager', 'booking'],
  'POST /admin/pricing': ['manager', 'body'],
  'POST /admin/pricing-plans': ['manager', 'body'],
  'POST /admin/problems': ['manager', 'body'],
  'POST /admin/scooters': ['manager', 'body'],
  'POST /admin/uploads': ['manager', 'none'],
  'PUT /admin/pricing-plans/{id}': ['manager', 'plan'],
  'PUT /admin/pricing/{property_id}': ['manager', 'property'],
  'PUT /admin/properties/{id}': ['manager', 'property'],
  'PUT /admin/properties/{id}/settings': ['manager', 'property'],
  'POST /admin/users/{id}/notes': ['manager', 'rider'],
  'PUT /admin/users/{id}/license': ['manager', 'rider'],
  'PUT /admin/users/{id}/profile-image': ['manager', 'rider'],
  'PUT /admin/users/{id}/suspension': ['manager', 'rider'],

  'DELETE /admin/properties/{id}': ['owner', 'none'],
  'DELETE /admin/team/{id}': ['owner', 'none'],
  'GET /admin/audits': ['owner', 'none'],
  'GET /admin/compensations': ['owner', 'none'],
  'GET /admin/disputes': ['owner', 'none'],
  'GET /admin/refunds': ['owner', 'none'],
  'GET /admin/status': ['owner', 'none'],
  'GET /admin/team': ['owner', 'none'],
  'POST /admin/bookings/{id}/compensation': ['owner', 'none'],
  'POST /admin/properties': ['owner', 'none'],
  'POST /admin/refunds/{id}/close': ['owner', 'none'],
  'POST /admin/refunds/{id}/send': ['owner', 'none'],
  'POST /admin/scooters/migrate-pins': ['owner', 'none'],
  'POST /admin/team': ['owner', 'none'],
  'POST /admin/team/{id}/invite': ['owner', 'none'],
  'PUT /admin/team/{id}': ['owner', 'none']
}

/** The refusals of a row at another property, which are those of a row that does not exist. */
export const SCOPE_REFUSALS = {
  booking: 'booking_not_found',
  licence: 'not_found',
  photo: 'not_found',
  plan: 'plan_not_found',
  problem: 'problem_not_found',
  property: 'property_not_found',
  rider: 'user_not_found',
  scooter: 'scooter_not_found'
} as const satisfies { [Name in Scope]?: RefusalCode }
