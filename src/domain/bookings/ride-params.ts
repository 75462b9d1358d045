// The query parameters of the booking page that preselect a ride.

export const DATE_PARAM = 'date'
export const TIME_PARAM = 'time'
export const HOURS_PARAM = 'hours'
