import { rupeesText } from '#domain/money.ts'
import type { Trouble } from '#domain/problems/problems.ts'

// What a rider can have instead of a scooter with trouble.

/** Why its rider may need another one. Who has reported it knows. */
export const CAUSES: Record<Exclude<Trouble, 'reported'>, string> = {
  broken: 'This scooter may not be rideable.',
  late: 'The rider before you is late.'
}

export const seeOptions = 'See your options'
export const chooseWay = 'Choose what suits you'
export const loading = 'Looking for other scooters...'
export const loadFailed = 'Failed to load your options'
export const changed = 'Scooter changed'
export const take = 'Take this one'
export const taking = 'Changing...'
export const takeFailed = 'Failed to change the scooter'
export const none = 'No other scooter is free for your time.'
export const bookingEnds = 'Your booking ends.'
export const rideEnds = 'Your ride ends now.'
export const refundFailed = 'Failed to get the money back'
export const keepScooter = 'Keep this scooter'

export const moneyBack = (rupees: number) => `Get ${rupeesText(rupees)} back`
export const youHave = (scooter: string) => `You have ${scooter} now.`
