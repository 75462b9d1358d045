import { pictureIn } from './catalogue.ts'
import { type Fields, idIn, invalid, Refusal, textIn } from './fields.ts'
import { type Account, find, nextId, propertyNamed, type Records, randomText } from './records.ts'
import { ADMIN } from './seed.ts'

function tokenFor(records: Records, account: Account) {
  const access_token = randomText()
  records.sessions.set(access_token, account)
  return { access_token, token_type: 'bearer' }
}

export function signUp(records: Records, body: Fields) {
  const account = { ...parsePerson(records, body), id: nextId(), password: textIn(body, 'password') }
  textIn(body, 'license_photo_url')
  if (records.accounts.some(({ email }) => email === account.email)) throw new Refusal(400, 'Email already registered')
  records.accounts.push(account)
  return tokenFor(records, account)
}

export function signIn(records: Records, body: Fields) {
  const email = textIn(body, 'email')
  const password = textIn(body, 'password')
  const account = records.accounts.find(known => known.email === email && known.password === password)
  if (!account) throw new Refusal(401, 'Invalid credentials')
  return tokenFor(records, account)
}

export function signInAdmin(records: Records, body: Fields) {
  if (textIn(body, 'email') !== ADMIN.email || textIn(body, 'password') !== ADMIN.password) {
    throw new Refusal(401, 'Invalid admin credentials')
  }
  const access_token = randomText()
  records.admin_sessions.add(access_token)
  return { access_token, token_type: 'bearer' }
}

export function profileOf({ date_of_birth, email, name, phone, property_id }: Account) {
  return { date_of_birth, email, name, phone, property_id }
}

export function changeProfile(records: Records, account: Account, body: Fields) {
  return profileOf(Object.assign(account, parsePerson(records, body)))
}

function parsePerson(records: Records, body: Fields) {
  const property_id = idIn(body, 'property_id')
  find(records.properties, property_id, 'Property')
  const date_of_birth = textIn(body, 'date_of_birth')
  if (!/^\d{4}-\d\d-\d\d$/.test(date_of_birth))
    throw invalid('body', 'date_of_birth', 'Input should be a valid date', 'date_parsing')
  return {
    date_of_birth,
    email: textIn(body, 'email'),
    name: textIn(body, 'name'),
    phone: textIn(body, 'phone'),
    property_id
  }
}

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

export function allRiders(records: Records) {
  return records.accounts.map(({ email, id, name, phone, profile_image_url = null, property_id }) => {
    const { property_name } = propertyNamed(records, property_id)
    return { email, id, name, phone, profile_image_url, property_id, property_name }
  })
}

export function changeProfileImage({ accounts }: Records, { body, id }: { body: Fields; id: number }) {
  const account = find(accounts, id, 'User')
  const { image_url } = pictureIn(body)
  if (!image_url) throw invalid('body', 'image', 'Field required', 'missing')
  account.profile_image_url = image_url
  return { profile_image_url: image_url }
}
