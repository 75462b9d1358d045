// Scooters that cannot be ridden, and the rides that have trouble with them.

/** What riders report, and 'service': a window in which the staff need the scooter. */
const REPORT_KINDS = ['pin', 'wont_start', 'not_here', 'damaged', 'other'] as const
export const PROBLEM_KINDS = [...REPORT_KINDS, 'service'] as const

/** 'known': riders are told, and need not report it again. */
export const PROBLEM_STATES = ['open', 'known', 'fixed'] as const

/** What the rider of a report has got instead. */
export const PROBLEM_OUTCOMES = ['moved', 'refunded'] as const

/** 'rider': by the rider's own report. 'cause': by the rider, because the scooter was late or broken for another reason. */
export const MOVERS = ['admin', 'cause', 'rider'] as const

/** How the end of a ride is known: its booked end counts as its return, or somebody confirms the return. */
export const RETURN_MODES = ['assumed', 'confirmed'] as const

/** A scooter that is not back is not offered for a start this near. */
export const LATE_NOT_OFFERED_MINUTES = 60
