import { isNotNull, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { PIN_MODES } from '#domain/catalogue/property-rules.ts'
import { PAPER_KINDS, SCOOTER_KINDS, SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { PLAN_COST_MIN_RUPEES, PLAN_HOURS } from '#domain/constants.ts'
import { RETURN_MODES } from '#domain/problems/problems.ts'
import {
  checkEnum,
  createdAt,
  instant,
  json,
  storedClosedDates,
  storedDays,
  storedWeekdayHours
} from '#server/db/sql.ts'

export const properties = sqliteTable('properties', {
  id: text().primaryKey(),
  name: text().notNull(),
  location: text().notNull(),
  image_url: text(),
  /** Where its scooters are parked, such as 'Basement 1, beside the lift'. */
  parking_note: text(),
  created_at: createdAt(),
  /** Set when deleted while something still refers to the row, so that history keeps its name. */
  archived_at: instant()
})

export const scooters = sqliteTable(
  'scooters',
  {
    id: text().primaryKey(),
    /** Null: 'Unassigned', hidden from riders. */
    property_id: text().references(() => properties.id),
    name: text().notNull(),
    /** As set by the admin. Riders see an effective status derived from it. */
    status: text({ enum: SCOOTER_STATUSES }).notNull(),
    otp_pin: text().notNull(),
    image_url: text(),
    /** False: for low-speed scooters, which need none. */
    needs_license: integer({ mode: 'boolean' }).notNull().default(true),
    kind: text({ enum: SCOOTER_KINDS }),
    /** In capitals, without spaces and hyphens. */
    registration_number: text(),
    created_at: createdAt(),
    archived_at: instant()
  },
  table => [
    index('scooters_property').on(table.property_id),
    uniqueIndex('scooters_registration')
      .on(table.registration_number)
      .where(sql`registration_number IS NOT NULL AND archived_at IS NULL`)
  ]
)

/** What is known of the papers of a scooter. They are deleted with it. */
export const scooter_papers = sqliteTable(
  'scooter_papers',
  {
    scooter_id: text()
      .notNull()
      .references(() => scooters.id),
    kind: text({ enum: PAPER_KINDS }).notNull(),
    number: text(),
    /** 'yyyy-MM-dd': the last day. */
    expires_on: text()
  },
  table => [
    primaryKey({ columns: [table.scooter_id, table.kind] }),
    index('scooter_papers_expiry').on(table.expires_on).where(isNotNull(table.expires_on)),
    checkEnum('scooter_papers_kind', table.kind)
  ]
)

/**
 * The rules of a property: at most one row. The table has its first name; elsewhere the code says rules. A null column
 * has its default (domain/bookings/cancellation.ts, domain/catalogue/property-rules.ts).
 */
export const property_settings = sqliteTable('property_settings', {
  property_id: text()
    .primaryKey()
    .references(() => properties.id),
  free_cancel_minutes: integer(),
  grace_minutes: integer(),
  late_cancel_percent: integer(),
  /** Free time of a scooter between two riders. */
  buffer_minutes: integer(),
  /** 0: rides start at once. Null: SLOT_LEAD_MINUTES ahead. */
  lead_minutes: integer(),
  max_days_ahead: integer(),
  /** Of a ride with its extensions. */
  max_ride_hours: integer(),
  /** Digits in the international form, without a plus. */
  support_phone: text(),
  /** What riders enter to join, in capitals; null: anybody can join. */
  join_code: text(),
  /** Riders can book before their licence is reviewed; null: they can. */
  book_before_review: integer({ mode: 'boolean' }),
  pin_mode: text({ enum: PIN_MODES }),
  /** The PIN is shown this long before the start. Null: from the payment on. */
  pin_lead_minutes: integer(),
  /** Null: the booked end of a ride counts as its return. */
  return_mode: text({ enum: RETURN_MODES }),
  /** How often in REPORTS_COUNTED_DAYS a rider gets the money back by the own report; null: never. */
  report_refunds: integer(),
  /** As '07:00', in India; both or neither. Null: always open (domain/bookings/opening.ts). */
  opens_at: text(),
  closes_at: text(),
  /** The weekdays with other hours, as {"sunday":["08:00","14:00"],"friday":[]}; [] is closed. */
  weekday_hours: json('property_settings.weekday_hours', storedWeekdayHours),
  closed_dates: json('property_settings.closed_dates', storedClosedDates),
  paused_until: instant(),
  pause_note: text(),
  /** The GSTIN of its invoices, or 'none'. Null: of the only registration (domain/receipts.ts). */
  gst_registration: text(),
  updated_at: instant().notNull()
})

/** Scooters whose lock still has the previous PIN, at most one row per scooter. */
export const pin_changes = sqliteTable('pin_changes', {
  scooter_id: text()
    .primaryKey()
    .references(() => scooters.id),
  new_pin: text().notNull(),
  created_at: createdAt()
})

/** A property's own rates; 'legacy' is the word of the first version. Without a row the default rates apply. */
export const legacy_pricing = sqliteTable('legacy_pricing', {
  property_id: text()
    .primaryKey()
    .references(() => properties.id),
  hourly_1: integer().notNull(),
  hourly_3: integer().notNull(),
  hourly_6: integer().notNull(),
  hourly_12: integer().notNull()
})

export const pricing_plans = sqliteTable(
  'pricing_plans',
  {
    id: text().primaryKey(),
    property_id: text()
      .notNull()
      .references(() => properties.id),
    name: text().notNull(),
    hours: integer().notNull(),
    cost: integer().notNull(),
    available_days: json('pricing_plans.available_days', storedDays).notNull(),
    is_active: integer({ mode: 'boolean' }).notNull(),
    created_at: createdAt(),
    archived_at: instant()
  },
  table => [
    index('pricing_plans_property').on(table.property_id),
    check('pricing_plans_hours', sql`${table.hours} BETWEEN ${sql.raw(`${PLAN_HOURS.min} AND ${PLAN_HOURS.max}`)}`),
    check('pricing_plans_cost', sql`${table.cost} >= ${sql.raw(`${PLAN_COST_MIN_RUPEES}`)}`)
  ]
)
