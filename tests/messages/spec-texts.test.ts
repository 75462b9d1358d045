import { expect, test } from 'vitest'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as homeText from '#messages/home.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as uploadsText from '#messages/uploads.ts'

// The errors and questions of the specification, to the letter. tests/stores/faults checks which call shows which
// for riders, and for one call of each kind of the portal.

test.each(
  Object.entries({
    'Are you sure you want to delete this property?': catalogueText.properties.deleteQuestion,
    'Are you sure you want to delete this pricing? It will revert to default rates.':
      catalogueText.pricing.deleteQuestion,
    'Booking failed': bookingText.bookingFailed,
    'Failed to create pricing': catalogueText.pricing.createFailed,
    'Failed to create pricing plan': catalogueText.plans.createFailed,
    'Failed to create property': catalogueText.properties.createFailed,
    'Failed to create scooter': catalogueText.scooters.createFailed,
    'Failed to delete pricing': catalogueText.pricing.deleteFailed,
    'Failed to delete pricing plan': catalogueText.plans.deleteFailed,
    'Failed to delete property': catalogueText.properties.deleteFailed,
    'Failed to delete scooter': catalogueText.scooters.deleteFailed,
    'Failed to load bookings': myBookingsText.loadFailed,
    'Failed to load dashboard data': dashboardText.dashboardLoadFailed,
    'Failed to load scooter details': bookingText.scooterLoadFailed,
    'Failed to load scooters': homeText.loadFailed,
    'Failed to migrate PINs': catalogueText.scooters.migrateFailed,
    'Failed to update pricing': catalogueText.pricing.updateFailed,
    'Failed to update pricing plan': catalogueText.plans.updateFailed,
    'Failed to update profile': profileText.saveFailed,
    'Failed to update profile image': ridersText.list.updateFailed,
    'Failed to update property': catalogueText.properties.updateFailed,
    'Failed to update scooter': catalogueText.scooters.updateFailed,
    'Image upload failed: ': uploadsText.imageUploadFailed(''),
    'Invalid admin credentials': authText.invalidCredentials,
    'License photo upload failed: ': uploadsText.licenceUploadFailed(''),
    'Login failed': authText.loginFailed,
    'Payment cancelled': paymentsText.paymentCancelled,
    'Payment gateway not available': paymentsText.gatewayUnavailable,
    'Payment verification failed. Please contact support.': paymentsText.verificationFailed,
    'Profile updated successfully!': profileText.saved,
    'Scooter not found': bookingText.scooterNotFound,
    'Signup failed': authText.signUpFailed,
    'The scooter is booked between {start} to {end} on {date}': bookingText.bookedBetween('{start}', '{end}', '{date}'),
    'The scooter is booked between {start} to {end} today': bookingText.bookedBetween('{start}', '{end}', null),
    'This time slot is already booked': bookingText.slotTaken,
    'This will update all existing scooters to use 6-digit numeric PINs. Continue?':
      catalogueText.scooters.migrateQuestion,
    'Upload failed: ': uploadsText.uploadFailed(''),
    'User profile not loaded': bookingText.profileNotLoaded,
    'Validation error: ': apiErrorsText.validationError([])
  })
)('%s', (quote, sentence) => {
  expect(sentence).toBe(quote)
})
