import { type DocsOf, EXAMPLE_CREATED_AT, EXAMPLE_PROPERTY } from '#contract/kit/endpoint-docs.ts'
import { riderDeleted } from '#messages/admin/riders.ts'
import { remindersOff, remindersOn } from '#messages/my-bookings/manage-ride.ts'
import { rider, riderMessage } from './admin-riders.ts'
import { profile } from './profile.ts'

export const components = { Profile: profile, RiderForAdmin: rider, RiderMessage: riderMessage }

export const exampleProfile = {
  date_of_birth: '1998-04-12',
  email: 'asha@demo.test',
  name: 'Asha Rao',
  phone: '+91 98450 11223',
  property_id: 'palm-grove'
}

export const exampleRider = {
  created_at: EXAMPLE_CREATED_AT,
  email: exampleProfile.email,
  id: 'asha',
  license_photo_url: '/api/admin/licenses/5f0c2b8e',
  name: exampleProfile.name,
  phone: exampleProfile.phone,
  profile_image_url: null,
  property_id: 'palm-grove',
  property_name: EXAMPLE_PROPERTY.name
}

const endpoint = 'https://fcm.googleapis.com/fcm/send/d61c5u920dw:APA91bHuN'

export const docs: DocsOf<'riders'> = {
  getProfile: {
    refusals: ['account_not_found'],
    response: { ...exampleProfile, closed_property: null, reminders: true },
    summary: "Get the rider's profile"
  },
  updateProfile: {
    refusals: ['account_not_found', 'email_taken', 'join_code_missing', 'join_code_wrong', 'too_many_requests'],
    request: exampleProfile,
    response: { ...exampleProfile, closed_property: null, reminders: true },
    summary: "Change the rider's profile"
  },
  replaceLicence: {
    refusals: ['account_not_found'],
    request: { license_photo_url: exampleRider.license_photo_url },
    response: { ...exampleProfile, closed_property: null, is_license_waiting: true, reminders: true },
    summary: 'Send another photo of the driving licence'
  },
  getPush: {
    response: { public_key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4' },
    summary: 'Get the key with which a browser subscribes to push messages',
    tag: 'reminders'
  },
  subscribeToPush: {
    refusals: ['device_keys_invalid', 'push_is_off', 'too_many_requests'],
    request: {
      endpoint,
      keys: {
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
      }
    },
    response: { message: remindersOn },
    summary: 'Send reminders to a device',
    tag: 'reminders'
  },
  unsubscribeFromPush: {
    request: { endpoint },
    response: { message: remindersOff },
    summary: 'Send no more reminders to a device',
    tag: 'reminders'
  },
  listRiders: { response: [exampleRider], summary: 'List the riders' },
  updateRiderPhoto: {
    refusals: ['file_too_large', 'not_an_image', 'too_many_requests'],
    response: { ...exampleRider, profile_image_url: '/api/images/0b8f6d1c' },
    summary: "Replace a rider's profile picture"
  },
  deleteRider: {
    refusals: ['rider_has_dispute', 'rider_has_pending_refund', 'rider_has_rides'],
    response: { message: riderDeleted },
    summary: "Delete a rider's personal data"
  },
  listRiderMessages: {
    response: [
      {
        channel: 'mail',
        created_at: EXAMPLE_CREATED_AT,
        error: null,
        id: '7c1e0f5a',
        kind: 'booked',
        sent_at: EXAMPLE_CREATED_AT,
        state: 'sent',
        subject: 'Your scooter is booked: Sat 13 Jun, 7:00 – 10:00 pm IST'
      }
    ],
    summary: 'List the latest messages to a rider'
  }
}
