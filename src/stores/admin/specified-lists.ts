// The lists of the specification, which all load together with an external backend, whatever screen is open.

import './bookings/booking-lists.ts'
import './catalogue/scooter-lists.ts'
import './catalogue/price-lists.ts'
import './catalogue/property-lists.ts'
import './riders/rider-lists.ts'
