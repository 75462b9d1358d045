import { EXAMPLE_CREATED_AT, EXAMPLE_PARKING_NOTE, EXAMPLE_PROPERTY, EXAMPLE_RIDE } from '#contract/kit/examples.ts'
import { exampleOrder, exampleRefund } from '#contract/payments/examples.ts'

export const exampleBooking = {
  amount: 150,
  cancelled_by: null,
  created_at: EXAMPLE_CREATED_AT,
  end_time: EXAMPLE_RIDE.end_time,
  expires_at: null,
  hold_outcome: null,
  id: '7d1c2f0a',
  is_settling: false,
  otp_pin: '482915',
  parking_note: EXAMPLE_PARKING_NOTE,
  payment_status: 'Completed' as const,
  pin_from: null,
  plan_name: null,
  property_location: EXAMPLE_PROPERTY.location,
  property_name: EXAMPLE_RIDE.property_name,
  refund: null,
  refund_status: null,
  returned_at: null,
  scooter: { id: 'ather-450x-a1', name: EXAMPLE_RIDE.scooter_name },
  start_time: EXAMPLE_RIDE.start_time
}

export const exampleForAdmin = {
  ...EXAMPLE_RIDE,
  amount: 150,
  booking_type: 'hourly' as const,
  cancel_refund: 150,
  created_at: EXAMPLE_CREATED_AT,
  dispute: null,
  id: '7d1c2f0a',
  plan_name: null,
  property_id: 'palm-grove',
  refunded: null,
  return_photo_id: null,
  ride_id: null,
  scooter_id: 'ather-450x-a1',
  user_id: 'asha',
  user_phone: '+91 98450 11223'
}

export const examplePayments = {
  attempts: [
    {
      amount: 150,
      created_at: EXAMPLE_CREATED_AT,
      currency: 'INR',
      payment_id: 'pay_29QQoUBi66xm2f',
      reason: null,
      status: 'captured' as const
    }
  ],
  disputes: [],
  order_id: exampleOrder.razorpay_order_id,
  refunds: [exampleRefund]
}
