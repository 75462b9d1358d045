import { changePassword } from '#contract/auth/passwords.ts'
import { signOut, signOutEverywhere } from '#contract/auth/sign-in.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { replaceLicence, updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { getMe } from '#contract/staff/me.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import * as accountText from '#messages/account/account.ts'
import * as profileText from '#messages/account/profile.ts'
import * as homeText from '#messages/home.ts'
import { licencePhoto } from '#tests/helpers/data/licence-photo.ts'
import { me } from '#tests/stores/admin/page.ts'
import { mountStores, openPage, server, visitedUrls, waitForTask } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from './faults.ts'

const asha = {
  date_of_birth: '1990-01-01',
  email: 'r@demo.test',
  name: 'Asha',
  phone: '098450 12345',
  property_id: 7
}

function answerWell() {
  server.answer(getProfile, asha)
  server.answer(updateProfile, { ...asha, name: 'Asha Rao' })
  server.answer(replaceLicence, { ...asha, is_license_waiting: true })
  server.answer(listProperties, [{ id: 7, image_url: '/api/images/palm', location: 'Kochi', name: 'Palm Grove' }])
  server.answer(getPropertyPricing, { hourly_1: 80, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
  server.answer(listPropertyPlans, { pricing_plans: [{ cost: 60, hours: 1, id: 1, name: 'Quick Hop' }] })
  server.answer(listPropertyScooters, [{ id: 1, name: 'Ather', property_name: 'Palm Grove', status: 'Available' }])
}

async function openHome(): Promise<Screen> {
  openPage('/', 'rider')
  answerWell()
  const home = await import('#stores/home/home.ts')
  return {
    call: () => mountStores(home.$scooters),
    retry: () => home.loadHome(),
    hasSucceeded: () =>
      home.$scooters.get().length === 1 &&
      home.$property.get()?.image_url === '/api/images/palm' &&
      home.$prices.get()?.lowest.perHour === 60,
    isBusy: () => {
      const scooters = home.$scooters.get()
      const isIncomplete = home.$property.get() === null || home.$prices.get() === null
      return scooters === 'loading' || (Array.isArray(scooters) && isIncomplete)
    }
  }
}

async function openProfile() {
  openPage('/profile', 'rider')
  answerWell()
  return { ...(await import('#stores/profile/profile-form.ts')), ...(await import('#stores/kit/property-list.ts')) }
}

/** Without the email, the form of a new password only saves it under no name. */
const accountEmailRow = (endpoint: typeof getMe | typeof getProfile, account: 'admin' | 'rider'): FaultCase => ({
  file: 'stores/session/account-dialogs.ts',
  endpoint,
  open: async () => {
    openPage(account === 'admin' ? '/admin' : '/profile', account)
    server.answer(endpoint, account === 'admin' ? me : asha)
    await import('#stores/session/session.ts')
    const { $accountEmail, loadAccountEmail } = await import('#stores/session/account-dialogs.ts')
    return { call: loadAccountEmail, hasSucceeded: () => $accountEmail.get() !== '' }
  }
})

export const rows: FaultCase[] = [
  accountEmailRow(getProfile, 'rider'),
  accountEmailRow(getMe, 'admin'),
  { file: 'stores/profile/profile.ts', endpoint: getProfile, open: openHome },
  { file: 'stores/home/home.ts', endpoint: listProperties, open: openHome },
  {
    file: 'stores/home/home.ts',
    endpoint: listPropertyScooters,
    open: openHome,
    error: { sentence: homeText.loadFailed }
  },
  { file: 'stores/home/home.ts', endpoint: getPropertyPricing, open: openHome },
  { file: 'stores/home/home.ts', endpoint: listPropertyPlans, open: openHome },
  {
    file: 'stores/profile/profile.ts',
    endpoint: getProfile,
    open: async () => {
      const form = await openProfile()
      return {
        call: () => mountStores(form.$savedProfile),
        retry: () => form.loadProfile(),
        hasSucceeded: () => form.$fields.get().name === 'Asha' && typeof form.$savedProfile.get() === 'object',
        isBusy: () => form.$savedProfile.get() === 'loading'
      }
    }
  },
  {
    file: 'stores/kit/property-list.ts',
    endpoint: listProperties,
    open: async () => {
      const form = await openProfile()
      return {
        call: () => mountStores(form.$savedProfile),
        retry: () => form.loadProperties(),
        hasSucceeded: () => Array.isArray(form.$properties.get()) && form.$properties.get().length === 1,
        isBusy: () => form.$properties.get() === 'loading'
      }
    }
  },
  {
    file: 'stores/profile/profile-form.ts',
    endpoint: updateProfile,
    open: async () => {
      const form = await openProfile()
      mountStores(form.$savedProfile)
      await waitForTask(null)
      form.setField('name', 'Asha Rao')
      return {
        call: () => form.saveProfile(),
        hasSucceeded: () => (form.$savedProfile.get() as { name?: string }).name === 'Asha Rao',
        isBusy: () => form.$isSaving.get(),
        preservedInput: () => form.$fields.get()
      }
    },
    error: { prefersDetail: true, sentence: profileText.saveFailed }
  },
  {
    file: 'stores/profile/licence-upload.ts',
    endpoint: replaceLicence,
    open: async () => {
      const form = await openProfile()
      mountStores(form.$savedProfile)
      await waitForTask(null)
      server.answer(uploadLicence, { url: '/licences/2' })
      const upload = await import('#stores/profile/licence-upload.ts')
      await upload.choosePhoto(licencePhoto())
      return {
        call: () => upload.sendLicence(),
        hasSucceeded: () => server.requestCount(replaceLicence) > 0 && upload.$photo.get() === null,
        isBusy: () => upload.$isSending.get(),
        message: () => upload.$formError.get(),
        preservedInput: () => upload.$photo.get()?.name
      }
    },
    error: { prefersDetail: true, sentence: profileText.licenceFailed }
  },
  {
    file: 'stores/session/account-dialogs.ts',
    endpoint: changePassword,
    open: async () => {
      openPage('/profile', 'rider')
      server.answer(changePassword, { access_token: 'renewed-token' })
      // Every page loads the session, because its bar can sign out.
      await import('#stores/session/session.ts')
      const dialogs = await import('#stores/session/account-dialogs.ts')
      const { $fields, setField } = dialogs.passwordForm
      setField('current_password', 'Rider@123')
      setField('password', 'Another@456')
      return {
        call: () => dialogs.submitPassword(),
        hasSucceeded: () => localStorage.getItem('token') === 'renewed-token' && $fields.get().password === '',
        message: () => dialogs.passwordForm.$formError.get(),
        isBusy: () => dialogs.$isChangingPassword.get(),
        preservedInput: () => $fields.get()
      }
    },
    error: { prefersDetail: true, sentence: accountText.changeFailed }
  },
  {
    file: 'stores/session/account-dialogs.ts',
    endpoint: signOutEverywhere,
    open: async () => {
      openPage('/profile', 'rider')
      server.answer(signOutEverywhere, { message: '' })
      server.answer(signOut, { message: '' })
      const { $isSigningOut, submitSignOutEverywhere } = await import('#stores/session/account-dialogs.ts')
      return {
        call: () => submitSignOutEverywhere(),
        hasSucceeded: () => localStorage.getItem('token') === null && visitedUrls.at(-1) === '/auth',
        isBusy: () => $isSigningOut.get(),
        preservedInput: () => null
      }
    },
    error: { prefersDetail: true, sentence: accountText.logOutEverywhereFailed }
  }
]
