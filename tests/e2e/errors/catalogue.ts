import * as auth from '#messages/account/auth.ts'
import * as profile from '#messages/account/profile.ts'
import * as booking from '#messages/booking/booking.ts'
import * as home from '#messages/home.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as payments from '#messages/payments/payments.ts'
import * as uploads from '#messages/uploads.ts'

/** The quotes of the specification and the messages of the product. */
export const QUOTES = {
  'Booking failed': booking.bookingFailed,
  'Failed to load bookings': myBookings.loadFailed,
  'Failed to load scooter details': booking.scooterLoadFailed,
  'Failed to load scooters': home.loadFailed,
  'Failed to update profile': profile.saveFailed,
  'License photo upload failed: ': uploads.licenceUploadFailed(''),
  'Login failed': auth.loginFailed,
  'Payment cancelled': payments.paymentCancelled,
  'Payment gateway not available': payments.gatewayUnavailable,
  'Payment verification failed. Please contact support.': payments.verificationFailed,
  'Profile updated successfully!': profile.saved,
  'Scooter not found': booking.scooterNotFound,
  'Signup failed': auth.signUpFailed,
  'The scooter is booked between {start} to {end} on {date}': booking.bookedBetween('{start}', '{end}', '{date}'),
  'The scooter is booked between {start} to {end} today': booking.bookedBetween('{start}', '{end}', null),
  'This time slot is already booked': booking.slotTaken,
  'Upload failed: ': uploads.uploadFailed(''),
  'User profile not loaded': booking.profileNotLoaded
} as const

/** Required behaviour for which the specification defines no text. */
export const RULES = [
  'a 401 on the profile fetch ends the session',
  'cloud storage that is unavailable is told, and the alternative',
  'pricing plans that do not load are only logged',
  'properties that do not load are only logged',
  'the profile that does not load is only logged',
  "the server's detail of a profile save",
  "the server's detail of a sign-in",
  "the server's detail of a sign-up"
] as const

export type CatalogueEntry = keyof typeof QUOTES | (typeof RULES)[number]
