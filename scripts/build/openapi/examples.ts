import type * as v from 'valibot'
import type { Calls } from '#contract/calls.ts'
import type { Endpoint, ServerOutput } from '#contract/kit/endpoint.ts'
import { DISMISSED_BY_RIDER } from '#contract/payments/orders.ts'
import { DAYS } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as paymentsText from '#messages/payments/payments.ts'

// Examples of the calls of the specification, with the fields that any backend has. The others are described by their
// schemas.

export interface Example<E extends Endpoint = Endpoint> {
  /** For forms with a file only the other fields. */
  request?: E['body'] extends v.GenericSchema ? Partial<v.InferInput<E['body']>> : never
  response: ServerOutput<E>
}

type SpecifiedName<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { isSpecified: true } ? Name : never
}[keyof Endpoints]

type Examples = {
  readonly [Noun in keyof Calls as SpecifiedName<Calls[Noun]> extends never ? never : Noun]: {
    readonly [Name in SpecifiedName<Calls[Noun]>]: Example<Extract<Calls[Noun][Name], Endpoint>>
  }
}

const TOKEN = { access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.3nKqv2k5' }

const PROFILE = {
  date_of_birth: '1998-04-12',
  email: 'asha@demo.test',
  name: 'Asha Rao',
  phone: '+91 98450 11223',
  property_id: 'palm-grove'
}

const PROPERTY_INPUT = {
  image_url: '/api/images/0b8f6d1c',
  location: 'Jayanagar, Bengaluru',
  name: 'Palm Grove Residency'
}
const PROPERTY = { ...PROPERTY_INPUT, id: PROFILE.property_id }
const PROPERTY_OF_ROW = {
  property_id: PROPERTY.id,
  property_location: PROPERTY.location,
  property_name: PROPERTY.name
}

const SCOOTER_INPUT = { name: 'Ather 450X · A1', property_id: PROPERTY.id, status: 'Available' } as const
const SCOOTER = { ...SCOOTER_INPUT, ...PROPERTY_OF_ROW, id: 'ather-450x-a1', image_url: null }
const SCOOTER_FOR_ADMIN = { ...SCOOTER, otp_pin: '482915' }

const RATES = { hourly_1: 60, hourly_12: 550, hourly_3: 150, hourly_6: 300 }
const PRICING = { ...RATES, ...PROPERTY_OF_ROW }

const PLAN_INPUT = {
  available_days: DAYS.filter(day => day.startsWith('s')),
  cost: 960,
  hours: 24,
  is_active: true,
  name: 'Weekend Out',
  property_id: PROPERTY.id
}
const PLAN = { ...PLAN_INPUT, id: 'weekend-out' }
const PLAN_FOR_ADMIN = { ...PLAN, property_name: PROPERTY.name }

const RIDER = {
  email: PROFILE.email,
  id: 'asha',
  name: PROFILE.name,
  phone: PROFILE.phone,
  profile_image_url: null,
  property_id: PROPERTY.id,
  property_name: PROPERTY.name
}

/** Instants are UTC. */
const RIDE = {
  end_time: '2026-06-15T16:30:00.000Z',
  id: '7d1c2f0a',
  payment_status: 'Completed',
  start_time: '2026-06-15T13:30:00.000Z'
} as const

const ORDER = {
  amount: 15_000,
  currency: 'INR',
  razorpay_key: 'rzp_test_example',
  razorpay_order_id: 'order_9A33XWu170gUtm',
  session_id: RIDE.id
}

export const EXAMPLES: Examples = {
  auth: {
    signIn: { request: { email: PROFILE.email, password: 'Rider@123' }, response: TOKEN },
    signInAdmin: { request: { email: 'admin@demo.test', password: 'Admin@123' }, response: TOKEN },
    signUp: {
      request: { ...PROFILE, license_photo_url: '/api/admin/licenses/5f0c2b8e', password: 'Rider@123' },
      response: TOKEN
    }
  },
  bookings: {
    createHourlyBooking: {
      request: { duration_hours: 3, scooter_id: SCOOTER.id, start_time: RIDE.start_time },
      response: ORDER
    },
    listAllBookings: {
      response: [
        {
          ...RIDE,
          booking_type: 'hourly',
          property_name: PROPERTY.name,
          scooter_name: SCOOTER.name,
          user_email: RIDER.email,
          user_name: RIDER.name
        }
      ]
    },
    listMyBookings: {
      response: [{ ...RIDE, otp_pin: SCOOTER_FOR_ADMIN.otp_pin, scooter: { id: SCOOTER.id, name: SCOOTER.name } }]
    }
  },
  catalogue: {
    createLegacyPricing: { request: { ...RATES, property_id: PROPERTY.id }, response: PRICING },
    createPlan: { request: PLAN_INPUT, response: PLAN_FOR_ADMIN },
    createProperty: { request: PROPERTY_INPUT, response: PROPERTY },
    createScooter: {
      request: { ...SCOOTER_INPUT, otp_pin: SCOOTER_FOR_ADMIN.otp_pin },
      response: SCOOTER_FOR_ADMIN
    },
    deleteLegacyPricing: { response: { message: catalogueText.deleted } },
    deletePlan: { response: { message: catalogueText.deleted } },
    deleteProperty: { response: { message: catalogueText.deleted } },
    deleteScooter: { response: { message: catalogueText.deleted } },
    getPropertyPricing: { response: RATES },
    listAllPlans: { response: [PLAN_FOR_ADMIN] },
    listAllProperties: { response: [PROPERTY] },
    listAllScooters: { response: [SCOOTER_FOR_ADMIN] },
    listLegacyPricing: { response: [PRICING] },
    listProperties: { response: [PROPERTY] },
    listPropertyPlans: { response: { pricing_plans: [PLAN] } },
    listPropertyScooters: { response: [SCOOTER] },
    migratePins: { response: { message: catalogueText.pinsMigrated(3, []) } },
    updateLegacyPricing: { request: RATES, response: PRICING },
    updatePlan: { request: { cost: 900 }, response: { ...PLAN_FOR_ADMIN, cost: 900 } },
    updateProperty: { request: { name: PROPERTY.name }, response: PROPERTY },
    updateScooter: { request: { status: 'Maintenance' }, response: { ...SCOOTER_FOR_ADMIN, status: 'Maintenance' } }
  },
  overview: {
    getStats: {
      response: {
        active_bookings: 12,
        available_scooters: 31,
        total_bookings: 10_000,
        total_properties: 4,
        total_scooters: 40,
        total_users: 860
      }
    }
  },
  payments: {
    confirmPayment: {
      request: {
        razorpay_order_id: ORDER.razorpay_order_id,
        razorpay_payment_id: 'pay_29QQoUBi66xm2f',
        razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
        session_id: ORDER.session_id
      },
      response: {
        booking_id: RIDE.id,
        message: paymentsText.bookingConfirmed,
        payment_status: 'Completed',
        success: true
      }
    },
    recordPaymentFailure: {
      request: { error_description: DISMISSED_BY_RIDER, session_id: ORDER.session_id },
      response: { booking_id: RIDE.id, message: paymentsText.attemptRecorded, payment_status: 'Pending', success: true }
    }
  },
  riders: {
    getProfile: { response: PROFILE },
    listRiders: { response: [RIDER] },
    updateProfile: { request: PROFILE, response: PROFILE },
    updateRiderPhoto: { response: { ...RIDER, profile_image_url: '/api/images/0b8f6d1c' } }
  }
}
