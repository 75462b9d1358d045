import * as labels from '#messages/labels.ts'
import { riderDeleted } from './rider-responses.ts'

export const riders = {
  deleted: riderDeleted,
  deleteFailed: 'Failed to delete rider',
  cannotDelete: 'This rider cannot be deleted now',
  deleteQuestion: 'Are you sure you want to delete this rider?',
  deleteText:
    'Name, email, phone, date of birth, password and photos are deleted permanently. Unpaid bookings are cancelled. Past bookings are kept without the name.',
  email: 'Email',
  empty: 'No riders yet',
  emptyText: 'Riders appear here after they sign up.',
  viewLicenceNewTab: 'View licence (opens in a new tab)',
  phone: 'Phone',
  property: 'Property',
  rider: 'Rider',
  search: 'Search name, email or phone',
  sorts: { email: 'Email', name: 'Name' },
  updateFailed: 'Failed to update profile image',
  updatePhoto: 'Update Photo',
  updated: 'Profile photo updated successfully!',
  updatingPhoto: 'Uploading...',
  viewLicence: 'View licence'
} as const

export const licencePhoto = {
  alt: (name: string) => `Licence of ${name}`,
  failed: 'Failed to load the licence photo',
  loading: 'Loading the licence photo...',
  missing: 'This photo no longer exists.',
  notice: 'Viewing is recorded in the activity log.',
  save: labels.downloadPhoto,
  title: 'Licence photo'
} as const
