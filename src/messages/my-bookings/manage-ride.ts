import { rupeesText } from '#domain/catalogue/pricing.ts'
import { paid } from './my-bookings.ts'

/** 'Paid ₹140', above what a rider can do with a ride. */
export function paidAmount(amount: number): string {
  return `${paid} ${rupeesText(amount)}`
}
