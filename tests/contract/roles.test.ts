import { expect, test } from 'vitest'
import type { Role } from '#domain/admin/roles.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

// The lowest role of a call stands in its contract, which the tests of the API take it from. Here it stands once more.

const callsFrom = (role: Role) =>
  allEndpoints
    .filter(({ staff }) => staff?.lowest === role)
    .map(endpointName)
    .sort()

test('a caretaker looks after scooters, and neither moves money nor reads about riders', () => {
  expect(callsFrom('caretaker')).toEqual([
    'DELETE /admin/push',
    'GET /admin/bookings/{id}/targets',
    'GET /admin/me',
    'GET /admin/needs',
    'GET /admin/pin-changes',
    'GET /admin/problems',
    'GET /admin/scooters',
    'GET /admin/stats',
    'GET /admin/today',
    'GET /photos/{id}',
    'POST /admin/bookings/{id}/move',
    'POST /admin/bookings/{id}/return',
    'POST /admin/pin-changes/{scooter_id}',
    'POST /admin/problems/{id}',
    'POST /admin/push',
    'PUT /admin/me',
    'PUT /admin/scooters/{id}'
  ])
})

test('only an owner reads the books, and decides about refunds, debts, the team and the properties', () => {
  expect(callsFrom('owner')).toEqual([
    'DELETE /admin/properties/{id}',
    'DELETE /admin/team/{id}',
    'GET /admin/audits',
    'GET /admin/books',
    'GET /admin/books/{month}',
    'GET /admin/compensations',
    'GET /admin/disputes',
    'GET /admin/gst.csv',
    'GET /admin/receipts.csv',
    'GET /admin/refunds',
    'GET /admin/status',
    'GET /admin/team',
    'GET /admin/users/{id}/export',
    'POST /admin/bookings/{id}/compensation',
    'POST /admin/books/{month}/close',
    'POST /admin/properties',
    'POST /admin/refunds/{id}/close',
    'POST /admin/refunds/{id}/send',
    'POST /admin/scooters/migrate-pins',
    'POST /admin/team',
    'POST /admin/team/{id}/invite',
    'PUT /admin/first-steps',
    'PUT /admin/team/{id}'
  ])
})
