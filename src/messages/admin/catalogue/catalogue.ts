import type { ScooterStatus } from '#domain/catalogue/scooters.ts'
import {
  DAYS,
  DURATION_CHOICES_HOURS,
  PIN_DIGITS,
  PLAN_COST_MIN_RUPEES,
  PLAN_HOURS,
  PRICE_MAX_RUPEES,
  RATE_MIN_RUPEES
} from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { shortWeekdayName, type Weekday } from '#domain/time/india-time.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'

/** What is said of each list of the catalogue. `short` is on its buttons. */
const listTexts = (noun: string, short = noun) => ({
  add: listsText.addText(short),
  create: `Create ${short}`,
  created: `${noun} created successfully!`,
  createFailed: `Failed to create ${noun.toLowerCase()}`,
  deleted: `${noun} deleted successfully!`,
  deleteFailed: `Failed to delete ${noun.toLowerCase()}`,
  deleteQuestion: `Are you sure you want to delete this ${noun.toLowerCase()}?`,
  edit: `Edit ${short}`,
  updated: `${noun} updated successfully!`,
  updateFailed: `Failed to update ${noun.toLowerCase()}`
})

export const properties = {
  ...listTexts('Property'),
  cannotDelete: 'This property cannot be deleted now',
  empty: 'No properties yet',
  emptyText: 'Add the first place where your scooters are parked.',
  image: 'Property Image',
  location: 'Location',
  name: 'Property Name',
  parkingNote: 'Parking note (optional)',
  parkingNoteHint: 'Where riders find the scooters, such as "Basement 1, beside the lift"',
  rules: 'Rules',
  search: 'Search properties',
  sorts: { location: 'Location', name: 'Name' }
} as const

export const scooters = {
  ...listTexts('Scooter'),
  addAnother: 'Add another',
  cannotDelete: 'This scooter cannot be deleted now',
  empty: 'No scooters yet',
  emptyText: 'Add the first scooter, so that riders can book it.',
  image: 'Scooter Image',
  migrate: 'Migrate to Numeric PINs',
  migrateConfirm: 'Migrate',
  migrateFailed: 'Failed to migrate PINs',
  migrateQuestion: `This will update all existing scooters to use ${PIN_DIGITS}-digit numeric PINs. Continue?`,
  migrated: 'PINs migrated',
  migrating: 'Migrating...',
  name: 'Scooter Name',
  needsLicence: 'Riders need a licence',
  needsLicenceHint: 'Untick it only for low-speed electric scooters: 25 km/h, 250 W.',
  otp: 'OTP',
  pin: 'Scooter PIN',
  pinHint: 'Leave it empty to keep the current PIN.',
  pinDigitsOnly: `A PIN has up to ${PIN_DIGITS} digits and no other characters`,
  pinPlaceholder: `${PIN_DIGITS}-digit PIN (auto-generated if empty)`,
  property: 'Property',
  search: 'Search scooters',
  /** In two groups, as a person sets the wheels of a lock: 'Set its lock to 956 094' */
  setLock: (pin: string) => `Set its lock to ${pin.slice(0, 3)}\u00A0${pin.slice(3)}`,
  ridesFailed: 'Failed to load the rides',
  setAvailable: 'Set to Available',
  setMaintenance: 'Set to Maintenance',
  sorts: { name: 'Name', property_name: 'Property', status: 'Status' },
  status: 'Status',
  unassigned: 'Unassigned',
  /** Replaces 'Available' at a deleted property. */
  notOffered: 'Not available'
} as const

export const pricing = {
  ...listTexts('Pricing'),
  description: 'Riders pay these rates on days without a pricing plan of the property.',
  allPriced: 'Every property already has custom rates. Edit them in the list.',
  deleteQuestion: 'Are you sure you want to delete this pricing? It will revert to default rates.',
  empty: 'No custom rates yet',
  emptyText: 'Properties without custom rates charge the default rates.',
  property: 'Property',
  search: 'Search pricing',
  sorts: { hourly_1: '1-hour rate', property_name: 'Property' }
} as const

export const plans = {
  ...listTexts('Pricing plan', 'Plan'),
  active: 'Active',
  allDays: 'Every day',
  availableDays: 'Available Days',
  cost: 'Cost (₹)',
  days: 'Days',
  description: 'On days with a plan, riders choose one of these. They count before the rates under Legacy Pricing.',
  empty: 'No pricing plans yet',
  emptyText: `Without a plan, riders book ${commonText.hoursList(DURATION_CHOICES_HOURS)} at the property's rates.`,
  hours: 'Hours',
  hoursRange: `${PLAN_HOURS.min} to ${PLAN_HOURS.max}`,
  inactive: 'Inactive',
  name: 'Plan Name',
  price: 'Cost',
  property: 'Property',
  search: 'Search plans',
  sorts: { cost: 'Cost', hours: 'Hours', name: 'Name', property_name: 'Property' },
  status: 'Status'
} as const

/** The hint of a rate or plan cost field: '₹1 to ₹5,00,000' */
export const priceRange = `${rupeesText(PLAN_COST_MIN_RUPEES)} to ${rupeesText(PRICE_MAX_RUPEES)}`

export const rateLabel = (hours: number) => `${hours}-hour rate (₹)`

export const daysText = (days: readonly Weekday[]) =>
  days.length === DAYS.length ? plans.allDays : days.map(shortWeekdayName).join(', ')

/** A notice for an admin who sets a scooter to Maintenance: its paid rides are not cancelled. */
export const openRidesStay = (count: number) =>
  count === 1 ? '1 paid ride is not over and stays.' : `${count} paid rides are not over and stay.`
export const maintenanceQuestion = (name: string) => `Set ${name} to Maintenance?`

export function statusSet(name: string, status: ScooterStatus, ridesAhead: number): string {
  const rides = status === 'Maintenance' && ridesAhead > 0 ? ` ${openRidesStay(ridesAhead)}` : ''
  return `${name} is set to ${status}.${rides}`
}

/** The stored status of a scooter that is Booked only by the ride under way. */
export const storedStatus = (status: string) => `set to ${status}`

/** A paid ride under way on a scooter that is set to Booked or Maintenance. */
export const rideUntil = (end: Date, now: Date) => `ride ${commonText.bookedUntil(end, now)}`

/** Its ride has ended, and nobody has returned the scooter: 'Late: Zoya Fernandes has it' */
export const lateWith = (rider: string | null | undefined) => `Late: ${rider ?? 'somebody'} has it`

/** A problem keeps it from being booked: 'Reported, until 12:03 am', or 'Service, until 6:00 pm' */
export const blockedUntil = (kind: string | null | undefined, end: Date, now: Date) =>
  `${kind === 'service' ? problemsText.PROBLEM_NAMES.service : 'Reported'}, ${commonText.bookedUntil(end, now)}`

/** The property column of a scooter whose property was deleted. */
export const deletedProperty = (name: string) => `${name} (deleted)`

// API responses about properties, scooters, rates and plans.

export const propertyNotFound = 'Property not found'
export const unknownImage = 'Upload the image again'
export const propertyRequired = 'Choose a property'
export const invalidRate = `Enter each rate as a whole number of at least ${RATE_MIN_RUPEES}, in digits only`
export const invalidHours = `Hours must be a whole number from ${PLAN_HOURS.min} to ${PLAN_HOURS.max}, in digits only`
export const invalidCost = `Enter the cost as a whole number of at least ${PLAN_COST_MIN_RUPEES}, in digits only`
export const costTooHigh = `The cost can be at most ${rupeesText(PRICE_MAX_RUPEES)}`
export const rateTooHigh = `A rate can be at most ${rupeesText(PRICE_MAX_RUPEES)}`
export const invalidDays = 'Choose at least one day'
export const invalidActive = 'Choose Active or Inactive'
export const pricingExists = 'This property already has custom rates'
export const pricingNotFound = 'This property has no custom rates'
export const planNotFound = 'Pricing plan not found'

export function pinsMigrated(count: number, left: readonly string[]): string {
  const done = count === 1 ? '1 PIN was changed' : `${count} PINs were changed`
  return [
    ...(count > 0 ? [`${done} to ${PIN_DIGITS} digits.`] : []),
    ...(left.length > 0 ? [`Not changed, because a ride is in progress or late: ${left.join(', ')}.`] : []),
    ...(count === 0 && left.length === 0 ? [`All PINs already have ${PIN_DIGITS} digits.`] : [])
  ].join(' ')
}

// API responses to a deletion of any kind.

export const deleted = 'Deleted'

/** Where rides are invoiced, the kind of a scooter decides its tax. */
export const kindsMissing = (scooters: string) => `Choose petrol or electric first: ${scooters}.`

export const stickers = {
  codeOf: (scooter: string) => `Code of ${scooter}`,
  /** `host` is null until the page knows it. */
  description: (host: string | null) =>
    `Each code leads riders to the booking page of its scooter${host ? ` at ${host}` : ''}. Print them on A4 at 100\u00a0%.`,
  loadFailed: 'Failed to load the stickers',
  scanToBook: 'Scan to book'
}
