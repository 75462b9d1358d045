import { REVENUE_DAYS } from '#domain/constants.ts'

export const title = 'Revenue'
export const day = 'Day'
export const received = 'Received'
export const refunded = 'Refunded'
export const net = 'Net'
export const receivedToday = 'received today'
export const receivedInAll = `received in ${REVENUE_DAYS} days`
export const chart = `Bar chart: money received on each of the last ${REVENUE_DAYS} days. The table below has the figures.`
export const showTable = 'Show as table'
export const loadFailed = 'Failed to load the revenue'
export const explanation =
  'Received: payments captured on that day (IST). Refunded: the part of these payments that was or is being refunded, on any day.'
