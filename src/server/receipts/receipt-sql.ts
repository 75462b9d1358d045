import { PAID_KINDS } from '#domain/receipts.ts'
import { sqlStringList } from '#server/db/sql.ts'

// Named SQL about receipts. Nothing here needs the Worker's own database.

/** SQL: it is a receipt or an invoice, not a note. */
export const isPaidKind = (receipt: string) => `${receipt}.kind IN ${sqlStringList(PAID_KINDS)}`

/** SQL: what the notes of a payment add up to. */
export const sumOfNotes = (column: 'paise' | 'tax_paise', payment: string) =>
  `(SELECT coalesce(sum(n.${column}), 0) FROM receipts n WHERE n.payment_id = ${payment} AND NOT ${isPaidKind('n')})`

/** SQL: the first second whose payments get receipts. */
export const RECEIPTS_SINCE = "(SELECT ended_at FROM runs WHERE job = 'receipts_since')"
