import { riderDeleted } from './rider-responses.ts'

export const riders = {
  deleted: riderDeleted,
  deleteFailed: 'Failed to delete rider',
  cannotDelete: 'This rider cannot be deleted now',
  deleteQuestion: 'Are you sure you want to delete this rider?',
  deleteText:
    'Name, email, phone, date of birth, password and photos are deleted permanently. Unpaid bookings are cancelled. Past bookings stay without a name.',
  email: 'Email',
  empty: 'No riders yet',
  emptyText: 'Riders appear here after they sign up.',
  licence: 'Licence photo',
  viewLicenceNewTab: 'View licence (opens in a new tab)',
  licenceFailed: 'Failed to load the licence photo',
  licenceLoading: 'Loading the licence photo...',
  licenceLogged: 'Viewing is recorded in the activity log.',
  licenceMissing: 'This photo no longer exists.',
  licenceOf: (name: string) => `Licence of ${name}`,
  phone: 'Phone',
  property: 'Property',
  rider: 'Rider',
  saveLicence: 'Download photo',
  search: 'Search name, email or phone',
  sorts: { email: 'Email', name: 'Name' },
  updateFailed: 'Failed to update profile image',
  updatePhoto: 'Update Photo',
  updated: 'Profile photo updated successfully!',
  updatingPhoto: 'Uploading...',
  viewLicence: 'View licence'
} as const
