// The HTTP statuses that the browser's code compares with. A refusal's status is in contract/kit/refusals.ts.

export const UNAUTHORISED = 401
export const NOT_FOUND = 404
