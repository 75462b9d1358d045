import * as v from 'valibot'
import { listActivity } from '#contract/activity/activity.ts'
import { type BookingForAdmin, bookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters, listPapers, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import type { ServerOutput } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { getSystemStatus, type SystemStatus } from '#contract/monitoring/health.ts'
import { getNeeds } from '#contract/overview/needs.ts'
import { getRevenue, getStats } from '#contract/overview/stats.ts'
import { type Compensation, listCompensations, listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { listProblems, type Problem } from '#contract/problems/problems.ts'
import { listLicences, type RiderFile, type WaitingLicence } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { getMe, type Me } from '#contract/staff/me.ts'
import { listTeam, type Member } from '#contract/staff/team.ts'
import { getToday, type Today } from '#contract/staff/today.ts'
import { type Screen, screenPath } from '#domain/admin/screens.ts'
import type { ListStore } from '#stores/admin/list/create-list.ts'
import { SIGNATURES } from '#tests/helpers/data/photos.ts'
import { mountStores, openPage, server, waitForTask } from '#tests/stores/browser-tab.ts'

// The portal on the embedded backend, or on one that returns each list as a whole.

export const palm = { id: 1, image_url: '/api/images/palm', location: 'Kochi', name: 'Palm Grove' }
export const lake = { id: 2, image_url: null, location: 'Mysuru', name: 'Lake View' }
export const scooter = {
  id: 7,
  name: 'Ather',
  otp_pin: '004821',
  property_id: 1,
  property_name: 'Palm Grove',
  status: 'Available' as const
}
export const rates = {
  hourly_1: 60,
  hourly_12: 500,
  hourly_3: 150,
  hourly_6: 270,
  property_id: 1,
  property_name: 'Palm Grove'
}
export const plan = {
  available_days: ['monday' as const],
  cost: 140,
  hours: 3,
  id: 4,
  is_active: true,
  name: 'Errand Run',
  property_id: 1,
  property_name: 'Palm Grove'
}
export const asha = { email: 'asha@example.in', id: 5, name: 'Asha Rao', phone: '1', property_id: 1 }
/** What each list says of a ride. */
const ride = {
  end_time: '2026-06-15T12:30:00Z',
  property_name: palm.name,
  scooter_name: scooter.name,
  start_time: '2026-06-15T11:30:00Z',
  user_email: asha.email,
  user_name: asha.name,
  user_phone: '9845011223'
}
export const booking: ServerOutput<typeof listAllBookings>[number] = {
  ...ride,
  amount: 140,
  booking_type: 'hourly',
  id: 9,
  payment_status: 'Completed'
}

/** The same booking as the portal parses it, with other `fields`. */
export const parsedBooking = (fields: Partial<typeof booking> = {}): BookingForAdmin =>
  v.parse(bookingForAdmin, { ...booking, ...fields })

/** A late payment for a scooter that was no longer free. */
export const refund: ServerOutput<typeof listRefunds>[number] = {
  ...ride,
  amount: 140,
  booking_amount: 140,
  booking_id: 9,
  created_at: '2026-06-15T09:00:00Z',
  currency: 'INR',
  id: 'pay_1',
  note: 'The payment is too old',
  payment_id: 'pay_1',
  payment_status: 'Refunded',
  reason: 'slot_lost',
  status: 'review'
}

/** What a rider is owed for a ride that was cancelled late. */
const compensation: Compensation = {
  ...ride,
  amount: 70,
  created_at: '2026-06-15T09:00:00Z',
  id: '9',
  payment_status: 'Cancelled'
}

/** A scooter whose lock needs a new PIN. */
export const pinChange: ServerOutput<typeof listPinChanges>[number] = {
  created_at: '2026-06-15T09:00:00Z',
  in_use_until: null,
  new_pin: '739264',
  otp_pin: '004821',
  property_name: 'Palm Grove',
  scooter_id: '7',
  scooter_name: 'Ather'
}

/** A payment that the rider's bank disputes. */
export const dispute: ServerOutput<typeof listDisputes>[number] = {
  ...ride,
  amount: 140,
  amount_deducted: 0,
  booking_amount: 140,
  booking_id: 9,
  created_at: '2026-06-15T09:00:00Z',
  currency: 'INR',
  dispute_id: 'disp_1',
  payment_id: 'pay_1',
  payment_status: 'Completed',
  phase: 'chargeback',
  reason: 'goods_or_services_not_received',
  respond_by: '2026-06-20T11:30:00Z',
  status: 'open',
  told_at: '2026-06-15T09:00:00Z'
}

const activityEntry: ServerOutput<typeof listActivity>[number] = {
  action: 'view_license',
  admin_email: 'admin@example.in',
  created_at: '2026-06-15T09:00:00Z',
  id: 3,
  subject: '5',
  subject_name: 'Asha Rao'
}

export const LIST_ENDPOINTS = {
  bookings: listAllBookings,
  plans: listAllPlans,
  pricing: listLegacyPricing,
  properties: listAllProperties,
  scooters: listAllScooters,
  users: listRiders
} as const
export const SPEC_LISTS = [getStats, ...Object.values(LIST_ENDPOINTS)]

export const stats = {
  first_steps: null,
  needs: { scooters: { count: 1, has_more: false } },
  active_bookings: 1,
  available_scooters: 1,
  total_bookings: 1,
  total_properties: 2,
  total_scooters: 1,
  total_users: 1
}

const revenueDays = [
  { day: '2026-06-14', received: 4000, refunded: 140 },
  { day: '2026-06-15', received: 1000, refunded: 0 }
]

/** An installation without a problem. */
export const systemStatus: SystemStatus = {
  checked_at: '2026-06-15T12:46:00.000Z',
  health: {
    checks: [],
    cron: { failures: 0, is_late: false, last_run: '2026-06-15T12:45:00.000Z', stuck: 0 },
    database: 'reachable',
    database_size: 2_000_000,
    invariants: { broken: 0, checked_at: '2026-06-14T22:00:00.000Z' },
    messages: { due: 0, oldest: null, provider: 'resend' },
    papers_expiring: 0,
    payments: {
      compensations_owed: 0,
      disputes_near_deadline: 0,
      disputes_open: 0,
      disputes_unanswered: 0,
      payouts_unread: 0,
      orders_failed: 0,
      refunds_due: 0,
      refunds_in_review: 0,
      unsettled: 0,
      unsettled_late: 0
    },
    pictures: 'reachable',
    pictures_missing: 0,
    status: 'ok',
    version: '1.0.0'
  },
  setup: { alerts: 'on', heartbeat: 'off', mail: 'resend', payments: 'live', sends_push: true }
}

/** The owner of both properties. */
export const me: Me = {
  daily_mail: false,
  email: 'admin@example.in',
  id: 'a',
  name: 'Nandini Shetty',
  properties: [palm, lake].map(({ id, name }) => ({ id: String(id), name })),
  role: 'owner',
  sends_mail: true,
  tell_trouble: true
}

/** Somebody who has not joined. */
const invitedMember: Member = {
  email: 'ravi@example.in',
  id: 'r',
  link_until: '2026-06-16T13:30:00.000Z',
  name: 'Ravi Kumar',
  properties: [{ id: '1', name: palm.name }],
  role: 'caretaker'
}

/** A rider whose licence waits. */
export const waitingLicence: WaitingLicence = {
  id: '5',
  license_status: 'unreviewed',
  name: 'Asha Rao',
  next_ride: null,
  property_id: '1',
  property_name: palm.name,
  waits_since: '2026-06-15T09:00:00.000Z'
}

/** The file of that rider, who has a paid ride in July. */
export const riderFile: RiderFile = {
  bookings: 2,
  created_at: '2026-06-01T09:00:00.000Z',
  date_of_birth: '1997-08-14',
  email: 'asha@example.in',
  id: '5',
  is_license_waiting: true,
  is_suspended: false,
  license_expires_on: null,
  license_photo_url: `/api/admin/licenses/${'5'.repeat(32)}`,
  license_reason: null,
  license_status: 'unreviewed',
  name: 'Asha Rao',
  notes: [],
  phone: '+91 98450 11223',
  profile_image_url: null,
  property_id: '1',
  property_name: palm.name,
  revision: 3,
  rides: [{ end_time: '2026-07-02T09:00:00.000Z', is_elsewhere: false, needs_license: true, refund: 500 }],
  same_phone: []
}

export const day: Today = {
  day: '2026-06-15',
  has_more: false,
  maintenance: [{ id: '7', name: scooter.name, property_name: palm.name }],
  pin_changes: [],
  problems: [],
  property_id: '1',
  property_name: palm.name,
  rides: [
    {
      end_time: booking.end_time,
      id: '9',
      property_name: palm.name,
      return_photo_id: null,
      returned_at: null,
      scooter_id: '7',
      scooter_name: scooter.name,
      start_time: booking.start_time,
      user_name: asha.name,
      user_phone: '+91 98450 11223'
    }
  ]
}

export const problem: Problem = {
  blocked_from: '2026-06-15T12:45:00.000Z',
  blocked_until: '2026-06-15T14:45:00.000Z',
  created_at: '2026-06-15T12:45:00.000Z',
  id: '4f2a91bc'.repeat(4),
  is_rideable: false,
  kind: 'pin',
  note: null,
  photo_id: 'photo-1',
  property_name: palm.name,
  rides_inside: 1,
  scooter_id: '7',
  scooter_name: scooter.name,
  scooter_status: 'Available',
  state: 'open',
  user_name: asha.name,
  user_reports: 1,
  words: 'The keypad stays dark'
}

/** Each list returns its page, or all rows if the backend has no paging. */
export function answerNormally({ pages = true, role = 'owner' }: { pages?: boolean; role?: Me['role'] } = {}): void {
  const headers: Record<string, string> = pages ? { [HAS_MORE_HEADER]: 'false' } : {}
  server.answer(getMe, { ...me, role })
  server.answer(listTeam, [invitedMember])
  server.answer(getToday, day)
  server.answer(getNeeds, { has_more: false, next: null, rows: [] })
  server.answer(listProblems, [problem], headers)
  server.answer(listPapers, [], headers)
  server.answer(getStats, stats)
  server.answer(getRevenue, revenueDays)
  server.answer(getSystemStatus, systemStatus)
  server.answer(listAllProperties, [palm, lake], headers)
  server.answer(listAllScooters, [scooter], headers)
  server.answer(listLegacyPricing, [rates], headers)
  server.answer(listAllPlans, [plan], headers)
  server.answer(listRiders, [asha], headers)
  server.answer(listAllBookings, [booking], headers)
  server.answer(listRefunds, [refund], headers)
  server.answer(listDisputes, [dispute], headers)
  server.answer(listCompensations, [compensation], headers)
  server.answer(listActivity, [activityEntry], headers)
  server.answer(listPinChanges, [pinChange], headers)
  server.answer(listLicences, [waitingLicence])
}

/** The dashboard with one open and loaded tab. */
export async function openTab(tab: Screen, options: Parameters<typeof answerNormally>[0] = {}) {
  openPage(screenPath(tab), 'admin')
  answerNormally(options)
  const dashboard = await import('#stores/admin/dashboard.ts')
  const lists = await import('#tests/stores/admin/lists.ts')
  mountStores(lists.$stats, dashboard.$tab)
  await waitForTask(null)
  return { ...dashboard, lists }
}

/** The number of requests for each of the seven lists. */
export const requestCounts = () => SPEC_LISTS.map(endpoint => server.requestCount(endpoint))

/** The rows on the loaded page of a list. Throws if the list has not loaded or is empty. */
export function loadedRows<Row>({ $listPage }: Pick<ListStore<Row>, '$listPage'>): [Row, ...Row[]] {
  const listPage = $listPage.get()
  if (typeof listPage === 'string') throw new Error(`the list is '${listPage}'`)
  const [first, ...others] = listPage.rows
  if (first === undefined) throw new Error('the list is empty')
  return [first, ...others]
}

export const rowNames = (listPage: { rows: readonly { name: string }[] } | 'failed' | 'loading') =>
  typeof listPage === 'string' ? listPage : listPage.rows.map(({ name }) => name)

export const picture = (name = 'house.png', type = 'image/png') => new File([SIGNATURES.png], name, { type })

/** The value of a field after each key. */
export const typedPrefixes = (typed: string) => [...typed].map((_, index, keys) => keys.slice(0, index + 1).join(''))
