import { type DocsOf, EXAMPLE_PARKING_NOTE, EXAMPLE_PROPERTY, EXAMPLE_RIDE } from '#contract/kit/endpoint-docs.ts'
import { deleted, pinsMigrated } from '#messages/admin/catalogue/catalogue.ts'
import { pinChanged } from '#messages/admin/catalogue/pin-changes.ts'
import { legacyPricing, planForAdmin } from './admin-pricing.ts'
import { propertyForAdmin } from './admin-properties.ts'
import { pinChange, scooterForAdmin } from './admin-scooters.ts'
import { plan, property, rates, scooter } from './catalogue.ts'
import { paperOfScooter } from './papers.ts'

const exampleProperty = { ...EXAMPLE_PROPERTY, id: 'palm-grove', image_url: '/api/images/0b8f6d1c' }

const examplePropertyForAdmin = { ...exampleProperty, parking_note: EXAMPLE_PARKING_NOTE }

const exampleScooter = {
  booked_until: null,
  free_cancel_minutes: 60,
  grace_minutes: 10,
  late_cancel_percent: 50,
  id: 'ather-450x-a1',
  image_url: null,
  name: EXAMPLE_RIDE.scooter_name,
  property_id: exampleProperty.id,
  property_location: exampleProperty.location,
  property_name: exampleProperty.name,
  status: 'Available' as const
}
const examplePaper = { expires_on: '2027-03-31', kind: 'insurance' as const, number: 'OG-26-1234-5678' }
const exampleScooterForAdmin = {
  ...exampleScooter,
  block_kind: null,
  blocked_until: null,
  booked_by: null,
  is_late: false,
  kind: 'electric' as const,
  needs_license: true,
  otp_pin: '482915',
  papers: [examplePaper],
  property_deleted: false,
  registration_number: 'KA05AB1234',
  rides_ahead: 2
}
const scooterForm = { name: exampleScooter.name, property_id: exampleProperty.id, status: 'Available' } as const

const examplePinChange = {
  created_at: EXAMPLE_RIDE.end_time,
  in_use_by: null,
  in_use_until: null,
  is_late: false,
  new_pin: '739264',
  otp_pin: exampleScooterForAdmin.otp_pin,
  property_name: exampleProperty.name,
  scooter_id: exampleScooter.id,
  scooter_name: exampleScooter.name
}

const examplePlan = {
  available_days: ['saturday', 'sunday'] as const,
  cost: 960,
  hours: 24,
  is_active: true,
  name: 'Weekend Out',
  property_id: exampleProperty.id
}
const exampleStoredPlan = { ...examplePlan, available_days: [...examplePlan.available_days], id: 'weekend-out' }
const examplePlanForAdmin = { ...exampleStoredPlan, property_name: exampleProperty.name }

const exampleRates = { hourly_1: 60, hourly_12: 550, hourly_3: 150, hourly_6: 300 }
const exampleLegacyPricing = {
  ...exampleRates,
  property_id: exampleProperty.id,
  property_location: exampleProperty.location,
  property_name: exampleProperty.name
}

const exampleRules = {
  book_before_review: false,
  buffer_minutes: 30,
  closed_dates: ['2026-11-08'],
  closes_at: '22:00',
  free_cancel_minutes: 120,
  grace_minutes: null,
  join_code: 'SEA123',
  late_cancel_percent: 50,
  max_days_ahead: 30,
  max_ride_hours: 6,
  opens_at: '06:00',
  pause_note: null,
  paused_until: null,
  pin_lead_minutes: 30,
  report_refunds: 0,
  pin_mode: 'rotate' as const,
  return_mode: 'confirmed' as const,
  support_phone: '919845012345'
}

const exampleRideThen = {
  cancelled_at: null,
  end_time: EXAMPLE_RIDE.end_time,
  id: '7d1c2f0a',
  license_expires_on: '2030-03-31',
  license_status: 'approved' as const,
  moves: [],
  pin_seen_at: EXAMPLE_RIDE.start_time,
  property_name: EXAMPLE_RIDE.property_name,
  returned_at: EXAMPLE_RIDE.end_time,
  rider: 'known' as const,
  start_time: EXAMPLE_RIDE.start_time,
  user_email: EXAMPLE_RIDE.user_email,
  user_name: EXAMPLE_RIDE.user_name,
  user_phone: '+91 98450 11223'
}

export const components = {
  LegacyPricing: legacyPricing,
  PaperOfScooter: paperOfScooter,
  PinChange: pinChange,
  Plan: plan,
  PlanForAdmin: planForAdmin,
  Property: property,
  PropertyForAdmin: propertyForAdmin,
  Rates: rates,
  Scooter: scooter,
  ScooterForAdmin: scooterForAdmin
}

export const docs: DocsOf<'catalogue'> = {
  listProperties: { response: [exampleProperty], summary: 'List the properties' },
  listPropertyScooters: {
    response: [{ ...exampleScooter, bookable_later: false }],
    summary: "List a property's scooters"
  },
  getPropertyPricing: { response: exampleRates, summary: "Get a property's hourly rates" },
  listPropertyPlans: {
    response: { pricing_plans: [exampleStoredPlan] },
    summary: "List a property's active pricing plans"
  },
  listAllProperties: { response: [{ ...examplePropertyForAdmin, rides_ahead: 2 }], summary: 'List all properties' },
  createProperty: {
    request: { image_url: exampleProperty.image_url, parking_note: EXAMPLE_PARKING_NOTE, ...EXAMPLE_PROPERTY },
    response: examplePropertyForAdmin,
    summary: 'Create a property'
  },
  updateProperty: {
    request: { name: exampleProperty.name },
    response: examplePropertyForAdmin,
    summary: 'Change a property'
  },
  deleteProperty: {
    refusals: ['property_has_rides', 'property_not_found'],
    response: { message: deleted },
    summary: 'Delete a property without upcoming rides'
  },
  getPropertyRules: {
    response: exampleRules,
    summary: "Get a property's rules; null is the default"
  },
  updatePropertyRules: {
    request: exampleRules,
    response: exampleRules,
    summary: "Change a property's rules"
  },
  listAllScooters: { response: [exampleScooterForAdmin], summary: 'List all scooters, with their PINs' },
  createScooter: {
    refusals: ['file_too_large', 'not_an_image', 'registration_taken', 'too_many_requests'],
    request: { ...scooterForm, otp_pin: '482915' },
    response: exampleScooterForAdmin,
    summary: 'Create a scooter'
  },
  updateScooter: {
    refusals: ['file_too_large', 'not_an_image', 'registration_taken', 'scooter_has_rides', 'too_many_requests'],
    request: { status: 'Maintenance' },
    response: { ...exampleScooterForAdmin, status: 'Maintenance' },
    summary: 'Change a scooter'
  },
  deleteScooter: {
    refusals: ['scooter_has_rides'],
    response: { message: deleted },
    summary: 'Delete a scooter without upcoming rides'
  },
  migratePins: { response: { message: pinsMigrated(3, []) }, summary: 'Renew the PINs that are not six digits' },
  whoRode: {
    response: {
      around: [],
      registration_number: exampleScooterForAdmin.registration_number,
      rides: [exampleRideThen],
      scooter_name: exampleScooter.name
    },
    summary: 'Say who had a scooter at a time'
  },
  listPapers: {
    response: [
      {
        ...examplePaper,
        property_name: exampleProperty.name,
        registration_number: exampleScooterForAdmin.registration_number,
        scooter_id: exampleScooter.id,
        scooter_name: exampleScooter.name
      }
    ],
    summary: 'List the papers of the scooters'
  },
  changePin: {
    refusals: ['pin_change_outdated', 'scooter_in_use'],
    request: { new_pin: examplePinChange.new_pin },
    response: { message: pinChanged },
    summary: 'Confirm that the lock of a scooter has its new PIN'
  },
  listPinChanges: { response: [examplePinChange], summary: 'List the scooters whose lock needs a new PIN' },
  listLegacyPricing: { response: [exampleLegacyPricing], summary: 'List the properties with rates of their own' },
  createLegacyPricing: {
    refusals: ['pricing_exists'],
    request: { ...exampleRates, property_id: exampleProperty.id },
    response: exampleLegacyPricing,
    summary: 'Give a property hourly rates of its own'
  },
  updateLegacyPricing: {
    refusals: ['pricing_not_found'],
    request: exampleRates,
    response: exampleLegacyPricing,
    summary: "Change a property's own rates"
  },
  deleteLegacyPricing: {
    refusals: ['pricing_not_found'],
    response: { message: deleted },
    summary: "Delete a property's own rates, so that the default rates apply"
  },
  listAllPlans: { response: [examplePlanForAdmin], summary: 'List all pricing plans' },
  createPlan: {
    request: { ...examplePlan, available_days: [...examplePlan.available_days] },
    response: examplePlanForAdmin,
    summary: 'Create a pricing plan'
  },
  updatePlan: {
    request: { cost: 900 },
    response: { ...examplePlanForAdmin, cost: 900 },
    summary: 'Change a pricing plan'
  },
  deletePlan: { response: { message: deleted }, summary: 'Delete a pricing plan' }
}
