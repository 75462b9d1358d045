import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, openEnum, optionalId, optionalText, textOrEmpty } from '#contract/kit/fields.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { DAYS } from '#domain/constants.ts'
import { BOOKING_BLOCKS } from '#domain/riders/licence.ts'

const propertyFields = {
  name: v.string(),
  location: textOrEmpty,
  /** Root-relative in our own storage, absolute in cloud storage; null without a picture. */
  image_url: optionalText
}

export const property = v.object({
  id,
  ...propertyFields,
  /** Embedded backend only: riders need its code to join. */
  needs_code: v.nullish(v.boolean())
})
export type Property = v.InferOutput<typeof property>

/** What remains of a deleted property, for its riders. */
export const closedProperty = v.object(propertyFields)
export type ClosedProperty = v.InferOutput<typeof closedProperty>

/** Public, because the sign-up form needs it before there is an account. */
export const listProperties = defineEndpoint('GET /properties', {
  access: 'public',
  isSpecified: true,
  output: v.array(property)
})

export const scooterFields = {
  id,
  name: v.string(),
  property_id: optionalId,
  property_location: optionalText,
  property_name: optionalText,
  image_url: optionalText
}

const optionalNumber = v.nullish(v.number(), null)

/** Embedded backend only: when the property takes bookings (domain/bookings/opening.ts). */
export const openingFields = {
  opens_at: v.nullish(v.string()),
  closes_at: v.nullish(v.string()),
  /** By weekday, such as 'sunday': the first and the last time of one with other hours, or none. */
  weekday_hours: v.nullish(v.record(v.string(), v.array(v.string()))),
  closed_dates: v.nullish(v.array(v.string())),
  /** UTC ISO. */
  paused_until: v.nullish(v.string()),
  pause_note: v.nullish(v.string()),
  /** 0: rides start at once. */
  lead_minutes: v.nullish(v.number())
}

/** A scooter as a rider sees it, without its PIN. */
export const scooter = v.object({
  ...scooterFields,
  /** The effective status (`effectiveStatus`): a paid ride under way makes an available scooter Booked. */
  status: openEnum(SCOOTER_STATUSES),
  /** True if only a ride or a problem blocks it now, so it can be booked for later. */
  bookable_later: v.nullish(v.boolean(), false),
  /** When that ends, UTC ISO; null for a ride that is late. */
  booked_until: optionalText,
  /** Embedded backend only: a ride has ended, and its rider has not brought the scooter back. */
  is_late: v.nullish(v.boolean()),
  /** Embedded backend only: that ride, or the one under way, is the rider's own. */
  is_yours: v.nullish(v.boolean(), false),
  /** Embedded backend only: why the rider may not book it now; null: nothing. */
  booking_block: v.nullish(openEnum(BOOKING_BLOCKS)),
  /** Embedded backend only: a paid booking can be cancelled for a full refund until so many minutes before the ride. */
  free_cancel_minutes: optionalNumber,
  /** Embedded backend only: the other terms of a cancellation (domain/bookings/cancellation.ts). */
  grace_minutes: optionalNumber,
  late_cancel_percent: optionalNumber,
  /** Embedded backend only: a ride starts at most this many days after today. */
  max_days_ahead: optionalNumber,
  /** Embedded backend only: the longest ride of the property. */
  max_ride_hours: optionalNumber,
  ...openingFields,
  /** Embedded backend only: the property's own support number, in digits; null if it has the build's. */
  support_phone: optionalText,
  /** Embedded backend only: what riders need not report about it. */
  known_damage: v.nullish(v.string())
})
export type Scooter = v.InferOutput<typeof scooter>

export const listPropertyScooters = defineEndpoint('GET /properties/{property_id}/scooters', {
  access: 'rider',
  isSpecified: true,
  output: v.array(scooter)
})

/** Total rupees for 1, 3, 6 and 12 hours. */
export const rates = v.object({
  hourly_1: v.number(),
  hourly_3: v.number(),
  hourly_6: v.number(),
  hourly_12: v.number()
})

/** Returns the default rates for a property without its own. */
export const getPropertyPricing = defineEndpoint('GET /properties/{property_id}/pricing', {
  access: 'rider',
  isSpecified: true,
  output: rates
})

export const plan = v.object({
  id,
  property_id: optionalId,
  name: v.string(),
  hours: v.number(),
  /** Whole rupees for the whole ride. */
  cost: v.number(),
  available_days: v.nullish(v.array(v.picklist(DAYS)), [...DAYS]),
  is_active: v.nullish(v.boolean(), true)
})
export type Plan = v.InferOutput<typeof plan>

/** Active plans only; with `booking_date`, only those of that day's weekday in India. */
export const listPropertyPlans = defineEndpoint('GET /properties/{property_id}/pricing-plans', {
  access: 'rider',
  isSpecified: true,
  output: v.object({ pricing_plans: v.array(plan) }),
  query: v.object({ booking_date: v.optional(day) })
})

export const docs = {
  listProperties: { summary: 'List the properties' },
  listPropertyScooters: { summary: "List a property's scooters" },
  getPropertyPricing: { summary: "Get a property's hourly rates" },
  listPropertyPlans: { summary: "List a property's active pricing plans" }
} satisfies Docs
