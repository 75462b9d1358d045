import * as portalCatalogue from '#messages/admin/catalogue/catalogue.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as forms from '#messages/admin/forms.ts'
import * as portalRiders from '#messages/admin/riders.ts'
import * as adminSignIn from '#messages/admin/sign-in.ts'
import { validationError } from '#messages/api-errors.ts'

const { plans, pricing, properties, scooters } = portalCatalogue
const { riders } = portalRiders

/** The quotes of the specification and the messages of the product. */
export const QUOTES = {
  'Are you sure you want to delete this property?': properties.deleteQuestion,
  'Are you sure you want to delete this pricing? It will revert to default rates.': pricing.deleteQuestion,
  'Failed to create pricing': pricing.createFailed,
  'Failed to create pricing plan': plans.createFailed,
  'Failed to create property': properties.createFailed,
  'Failed to create scooter': scooters.createFailed,
  'Failed to delete pricing': pricing.deleteFailed,
  'Failed to delete pricing plan': plans.deleteFailed,
  'Failed to delete property': properties.deleteFailed,
  'Failed to delete scooter': scooters.deleteFailed,
  'Failed to load dashboard data': dashboard.dashboardLoadFailed,
  'Failed to migrate PINs': scooters.migrateFailed,
  'Failed to update pricing': pricing.updateFailed,
  'Failed to update pricing plan': plans.updateFailed,
  'Failed to update profile image': riders.updateFailed,
  'Failed to update property': properties.updateFailed,
  'Failed to update scooter': scooters.updateFailed,
  'Image upload failed: ': forms.imageUploadFailed(''),
  'Invalid admin credentials': adminSignIn.invalidCredentials,
  'This will update all existing scooters to use 6-digit numeric PINs. Continue?': scooters.migrateQuestion,
  'Validation error: ': validationError([])
} as const

/** Required behaviour for which the specification defines no text. */
export const RULES = [
  'the question before a plan is deleted',
  'the question before a scooter is deleted',
  "the server's detail of a plan",
  "the server's detail of a profile image",
  "the server's detail of a property",
  "the server's detail of a scooter",
  "the server's detail of an admin sign-in",
  "the server's detail of pricing"
] as const

export type CatalogueEntry = keyof typeof QUOTES | (typeof RULES)[number]
