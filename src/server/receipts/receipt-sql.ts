import { PAID_KINDS } from '#domain/receipts.ts'
import { sqlStringList } from '#server/db/sql.ts'

// Named SQL about receipts. Nothing here needs the Worker's own database.

/** SQL: it is a receipt or an invoice, not a note. */
export const isPaidKind = (receipt: string) => `${receipt}.kind IN ${sqlStringList(PAID_KINDS)}`

/** SQL: the first second whose payments get receipts. */
export const RECEIPTS_SINCE = "(SELECT ended_at FROM runs WHERE job = 'receipts_since')"
