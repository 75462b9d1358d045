import { monthName } from '#domain/time/india-time.ts'

export const monthLabel = 'Month'
export const loading = 'Loading the report...'
export const empty = 'No rides in this month.'
export const explanation = 'A ride counts on the day it starts. Money by the day of payment is in Books.'
export const usedHint = 'Used: the part of 24 hours a day.'
export const byDay = 'Paid by day'
export const chart = 'Bar chart: money paid for the rides of each day.'
export const download = 'Download'
export const withoutPlan = 'Without a plan'

export const figures = {
  given_back: 'Given back',
  hours: 'Hours',
  kept: 'Kept',
  paid: 'Paid',
  rides: 'Rides',
  used: 'Used'
} as const

export const tables = { plans: 'Plans', scooters: 'Scooters' } as const
export const ofTable = { plans: 'Plan', scooters: 'Scooter' } as const
export const chooseTable = 'Table'

/** Below a figure: 'October: ₹1,200'. */
export const before = (month: string, figure: string) => `${monthName(`${month}-01`)}: ${figure}`
export const percent = (part: number) => `${part} %`
