// Values that the examples of several folders share.

export const EXAMPLE_PROPERTY = { location: 'Jayanagar, Bengaluru', name: 'Palm Grove Residency' }
export const EXAMPLE_PARKING_NOTE = 'Basement 1, beside the lift'

/** The booking that the examples are about. Instants are UTC. */
export const EXAMPLE_RIDE = {
  end_time: '2026-06-15T16:30:00.000Z',
  payment_status: 'Completed' as const,
  property_name: EXAMPLE_PROPERTY.name,
  scooter_name: 'Ather 450X · A1',
  start_time: '2026-06-15T13:30:00.000Z',
  user_email: 'asha@demo.test',
  user_name: 'Asha Rao'
}

export const EXAMPLE_CREATED_AT = '2026-06-15T12:45:00.000Z'
