/** The booked window of a booking conflict, as UTC ISO instants. */
export const CONFLICT_START_HEADER = 'x-conflict-start'
export const CONFLICT_END_HEADER = 'x-conflict-end'
