import { expect, test } from 'vitest'
import * as auth from '#messages/account/auth.ts'
import * as profile from '#messages/account/profile.ts'
import { plans, pricing, properties, scooters } from '#messages/admin/catalogue/catalogue.ts'
import { dashboardLoadFailed } from '#messages/admin/dashboard.ts'
import { imageUploadFailed } from '#messages/admin/images.ts'
import { riders } from '#messages/admin/riders.ts'
import { invalidCredentials } from '#messages/admin/sign-in.ts'
import { validationError } from '#messages/api-errors.ts'
import * as booking from '#messages/booking/booking.ts'
import * as home from '#messages/home.ts'
import * as myBookings from '#messages/my-bookings/my-bookings.ts'
import * as payments from '#messages/payments/payments.ts'
import * as uploads from '#messages/uploads.ts'

// The errors and questions of the specification, to the letter. tests/stores/faults checks which call shows which.

test.each(
  Object.entries({
    'Are you sure you want to delete this property?': properties.deleteQuestion,
    'Are you sure you want to delete this pricing? It will revert to default rates.': pricing.deleteQuestion,
    'Booking failed': booking.bookingFailed,
    'Failed to create pricing': pricing.createFailed,
    'Failed to create pricing plan': plans.createFailed,
    'Failed to create property': properties.createFailed,
    'Failed to create scooter': scooters.createFailed,
    'Failed to delete pricing': pricing.deleteFailed,
    'Failed to delete pricing plan': plans.deleteFailed,
    'Failed to delete property': properties.deleteFailed,
    'Failed to delete scooter': scooters.deleteFailed,
    'Failed to load bookings': myBookings.loadFailed,
    'Failed to load dashboard data': dashboardLoadFailed,
    'Failed to load scooter details': booking.scooterLoadFailed,
    'Failed to load scooters': home.loadFailed,
    'Failed to migrate PINs': scooters.migrateFailed,
    'Failed to update pricing': pricing.updateFailed,
    'Failed to update pricing plan': plans.updateFailed,
    'Failed to update profile': profile.saveFailed,
    'Failed to update profile image': riders.updateFailed,
    'Failed to update property': properties.updateFailed,
    'Failed to update scooter': scooters.updateFailed,
    'Image upload failed: ': imageUploadFailed(''),
    'Invalid admin credentials': invalidCredentials,
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
    'This will update all existing scooters to use 6-digit numeric PINs. Continue?': scooters.migrateQuestion,
    'Upload failed: ': uploads.uploadFailed(''),
    'User profile not loaded': booking.profileNotLoaded,
    'Validation error: ': validationError([])
  })
)('%s', (quote, sentence) => {
  expect(sentence).toBe(quote)
})
