import { type Fields, naive } from '#tests/fakes/second-backend/fields.ts'
import type { Records } from '#tests/fakes/second-backend/records.ts'
import { invalid, Refusal } from '#tests/fakes/second-backend/refusal.ts'
import { pictureIn } from './catalogue.ts'

export function stats({ accounts, bookings, properties, scooters }: Records) {
  const now = new Date()
  return {
    active_bookings: bookings.filter(({ end_time, payment_status }) => payment_status === 'Completed' && end_time > now)
      .length,
    available_scooters: scooters.filter(({ status }) => status === 'Available').length,
    total_bookings: bookings.length,
    total_properties: properties.length,
    total_scooters: scooters.length,
    total_users: accounts.length
  }
}

export function allRiders({ accounts, properties }: Records) {
  return accounts.map(({ email, id, name, phone, profile_image_url, property_id }) => ({
    email,
    id,
    name,
    phone,
    profile_image_url: profile_image_url ?? null,
    property_id,
    property_name: properties.find(known => known.id === property_id)?.name ?? null
  }))
}

export function changeProfileImage({ accounts }: Records, { body, id }: { body: Fields; id: number }) {
  const account = accounts.find(known => known.id === id)
  if (!account) throw new Refusal(404, 'User not found')
  const { image_url } = pictureIn(body)
  if (!image_url) throw invalid('body', 'image', 'Field required', 'missing')
  account.profile_image_url = image_url
  return { profile_image_url: image_url }
}

/** Only the fields of the specification. Times have no UTC marker. */
export function allBookings({ bookings, properties }: Records) {
  return bookings.map(({ account, end_time, id, payment_status, scooter, start_time }) => ({
    booking_type: 'hourly',
    end_time: naive(end_time),
    id,
    payment_status,
    property_name: properties.find(known => known.id === scooter.property_id)?.name ?? null,
    scooter_name: scooter.name,
    start_time: naive(start_time),
    user_email: account.email,
    user_name: account.name
  }))
}
