import { EXAMPLE_PARKING_NOTE, EXAMPLE_PROPERTY, EXAMPLE_RIDE } from '#contract/kit/examples.ts'

export const exampleProperty = { ...EXAMPLE_PROPERTY, id: 'palm-grove', image_url: '/api/images/0b8f6d1c' }

export const examplePropertyForAdmin = { ...exampleProperty, parking_note: EXAMPLE_PARKING_NOTE }

export const exampleScooter = {
  booked_until: null,
  free_cancel_minutes: 60,
  id: 'ather-450x-a1',
  image_url: null,
  name: EXAMPLE_RIDE.scooter_name,
  property_id: exampleProperty.id,
  property_location: exampleProperty.location,
  property_name: exampleProperty.name,
  status: 'Available' as const
}
export const exampleScooterForAdmin = { ...exampleScooter, otp_pin: '482915', property_deleted: false, rides_ahead: 2 }
export const scooterForm = { name: exampleScooter.name, property_id: exampleProperty.id, status: 'Available' } as const

export const examplePinChange = {
  created_at: EXAMPLE_RIDE.end_time,
  in_use_until: null,
  new_pin: '739264',
  otp_pin: exampleScooterForAdmin.otp_pin,
  property_name: exampleProperty.name,
  scooter_id: exampleScooter.id,
  scooter_name: exampleScooter.name
}

export const examplePlan = {
  available_days: ['saturday', 'sunday'] as const,
  cost: 960,
  hours: 24,
  is_active: true,
  name: 'Weekend Out',
  property_id: exampleProperty.id
}
export const exampleStoredPlan = { ...examplePlan, available_days: [...examplePlan.available_days], id: 'weekend-out' }
export const examplePlanForAdmin = { ...exampleStoredPlan, property_name: exampleProperty.name }

export const exampleRates = { hourly_1: 60, hourly_12: 550, hourly_3: 150, hourly_6: 300 }
export const exampleLegacyPricing = {
  ...exampleRates,
  property_id: exampleProperty.id,
  property_location: exampleProperty.location,
  property_name: exampleProperty.name
}

export const exampleRules = {
  buffer_minutes: 30,
  free_cancel_minutes: 120,
  grace_minutes: null,
  late_cancel_percent: 50,
  max_days_ahead: 30,
  max_ride_hours: 6,
  pin_lead_minutes: 30,
  pin_mode: 'rotate' as const,
  support_phone: '919845012345'
}
