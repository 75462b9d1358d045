/** The columns of the bookings CSV, in order. */
export const csvHeadings = [
  'Booking',
  'Rider',
  'Email',
  'Scooter',
  'Property',
  'Start (IST)',
  'End (IST)',
  'Payment status',
  'Booking type',
  'Plan',
  'Amount (INR)',
  'Booked at (IST)'
] as const
