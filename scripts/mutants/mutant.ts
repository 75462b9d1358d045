/** One wrong word in a statement of slots or money: what stands in the file exactly once, and what is put in its place. */
export interface Mutant {
  file: `${
    | 'booking-guards'
    | 'due-orders'
    | 'failing-items'
    | 'hold-limits'
    | 'hold-time'
    | 'orders'
    | 'payments'
    | 'place-deletion'
    | 'reconcile'
    | 'refunds'
    | 'settle'
    | 'slots'
    | 'webhooks'}.ts`
  from: string
  to: string
  /** Why it comes to the same, for one that no test can tell. */
  equivalent?: string
}
