import { PAGE_SIZE_MAX } from '#domain/constants.ts'

// The queries of the portal's lists, which the server runs for a rendered page and the browser afterwards.

/** The earliest deadline first. */
export const OPEN_DISPUTES = { is_decided: 'false', sort: 'respond_by' } as const
/** The latest outcome first. */
export const DECIDED_DISPUTES = { is_decided: 'true', sort: '-told_at' } as const
/** Refunds that need a decision by an admin. */
export const REFUNDS_IN_REVIEW = { status: 'review' } as const
/** A page is long, because it is printed. */
export const PIN_CHANGES_PAGE_SIZE = PAGE_SIZE_MAX
/** The fleet is only counted, so one page must hold it. */
export const FLEET_PAGE_SIZE = PAGE_SIZE_MAX
