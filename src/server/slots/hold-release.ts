// SQL assignments of a hold that ends before its deadline without a payment. Parameter: :now.

/** Releases a hold. It still counts against its rider's limits (hold-limits.ts). */
export const SET_RELEASED = "state = 'released', hold_until = NULL, updated_at = :now"

/** Stops counting a hold against its rider's limits, because the rider did not cause its end. */
export const SET_NOT_COUNTED = 'held_since = NULL'
