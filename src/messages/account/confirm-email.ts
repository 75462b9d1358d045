import { BRAND_NAME } from '#domain/brand/brand.ts'

// Whether the rider's email is confirmed, in the profile and on the page of the link.

export const title = 'Confirm your email'
export const confirming = 'Confirming...'
export const confirmed = 'Your email is confirmed.'
export const linkExpired = 'This link no longer works.'
export const failed = 'Failed to confirm your email'
export const openApp = `Open ${BRAND_NAME}`

export const isConfirmed = 'Confirmed'
export const notConfirmed = 'Not confirmed yet.'
export const sendLink = 'Email me a link'
export const sendFailed = 'Failed to send the link'
export const linkSent = (email: string) => `We sent a link to ${email}.`
