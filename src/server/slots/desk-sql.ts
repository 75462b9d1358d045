import { DESK_METHODS, type DeskMethod } from '#domain/payments/desk.ts'
import { sqlStringList } from '#server/db/sql.ts'

// Named SQL about money that is paid at the desk, of which the provider knows nothing. `payment` is the SQL of an id.
// Nothing here needs the Worker's own database.

/** SQL: the prefix of the id: how it was paid at the desk, or '' for a payment of the provider. */
export const deskMethod = (payment: string) => `substr(${payment}, 1, instr(${payment}, '-') - 1)`

/** SQL: it was paid at the desk. */
export const isDeskPayment = (payment: string) => `${deskMethod(payment)} IN ${sqlStringList(DESK_METHODS)}`

/** SQL: it was paid in this way. That of a room bill is the expression of an index. */
export const isPaidAs = (method: DeskMethod, payment: string) =>
  `substr(${payment}, 1, ${method.length + 1}) = '${method}-'`

/** SQL: the price of a booking in rupees. A free one keeps that of its hours, for its extensions. */
export const priceOf = (booking: string) => `iif(${isPaidAs('free', `${booking}.payment_id`)}, 0, ${booking}.amount)`
