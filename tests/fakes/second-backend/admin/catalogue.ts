import { type Fields, idIn, textIn } from '#tests/fakes/second-backend/fields.ts'
import { nextId, type Property, type Records, type Scooter } from '#tests/fakes/second-backend/records.ts'
import { invalid, Refusal } from '#tests/fakes/second-backend/refusal.ts'
import { PICTURE } from '#tests/fakes/second-backend/seed.ts'

// Responses to changes differ from call to call, because the specification does not define them.

interface AdminRequest {
  body: Fields
  id: number
}

const STATUSES = ['Available', 'Booked', 'Maintenance']

export function propertyAt({ properties }: Records, id: number): Property {
  const found = properties.find(known => known.id === id)
  if (!found) throw new Refusal(404, 'Property not found')
  return found
}

export function addProperty(records: Records, { body }: AdminRequest) {
  const property = { id: nextId(), location: textIn(body, 'location'), name: textIn(body, 'name') }
  records.properties.unshift({ ...property, ...imageIn(body) })
  return { property_id: property.id }
}

export function changeProperty(records: Records, { body, id }: AdminRequest) {
  return Object.assign(propertyAt(records, id), textsIn(body, ['location', 'name']), imageIn(body))
}

export function removeProperty(records: Records, { id }: AdminRequest) {
  const property = propertyAt(records, id)
  const inUse = [...records.scooters, ...records.accounts].some(({ property_id }) => property_id === id)
  if (inUse) throw new Refusal(400, 'Property is in use')
  records.properties.splice(records.properties.indexOf(property), 1)
  records.rates.delete(id)
  return { message: 'Property deleted successfully' }
}

export function allScooters(records: Records) {
  return records.scooters.map(scooter => {
    const property = records.properties.find(({ id }) => id === scooter.property_id)
    return { ...scooter, property_location: property?.location ?? null, property_name: property?.name ?? null }
  })
}

function scooterAt({ scooters }: Records, id: number): Scooter {
  const found = scooters.find(known => known.id === id)
  if (!found) throw new Refusal(404, 'Scooter not found')
  return found
}

export function addScooter(records: Records, { body }: AdminRequest) {
  const scooter = {
    id: nextId(),
    name: textIn(body, 'name'),
    otp_pin: newPin(),
    property_id: null,
    status: 'Available'
  }
  records.scooters.unshift({ ...scooter, ...scooterIn(records, body) })
  return { id: scooter.id, message: 'Scooter created successfully' }
}

export function changeScooter(records: Records, { body, id }: AdminRequest) {
  return Object.assign(scooterAt(records, id), scooterIn(records, body))
}

/** Reads a scooter from a form. An empty field is ignored, but an empty property means none. */
function scooterIn(records: Records, body: Fields): Partial<Scooter> {
  const { otp_pin, status, ...texts } = textsIn(body, ['name', 'otp_pin', 'status'])
  if (otp_pin && !/^\d{6}$/.test(otp_pin)) throw invalid('body', 'otp_pin', 'String should match pattern', 'pattern')
  if (status && !STATUSES.includes(status)) throw invalid('body', 'status', 'Input should be a status', 'enum')
  const placed = body.property_id === undefined ? {} : { property_id: placeIn(records, body) }
  return { ...texts, ...(otp_pin && { otp_pin }), ...(status && { status }), ...placed, ...pictureIn(body) }
}

function placeIn(records: Records, body: Fields): number | null {
  return body.property_id === '' ? null : propertyAt(records, idIn(body, 'property_id')).id
}

/** Null, as for a 204. */
export function removeScooter(records: Records, { id }: AdminRequest): null {
  records.scooters.splice(records.scooters.indexOf(scooterAt(records, id)), 1)
  return null
}

export function migratePins({ scooters }: Records) {
  const old = scooters.filter(({ otp_pin }) => !/^\d{6}$/.test(otp_pin))
  for (const scooter of old) scooter.otp_pin = newPin()
  return { message: `Successfully migrated ${old.length} scooters to numeric PINs`, updated_count: old.length }
}

function newPin(): string {
  return String(nextId()).padStart(6, '7')
}

/** An uploaded picture is stored in this backend's cloud, which contains only one. */
export function pictureIn({ image }: Fields): { image_url?: string } {
  return image instanceof Blob && image.size > 0 ? { image_url: PICTURE } : {}
}

function imageIn(body: Fields): { image_url?: string } {
  return body.image_url ? { image_url: textIn(body, 'image_url') } : {}
}

function textsIn<Name extends string>(body: Fields, names: readonly Name[]): Partial<Record<Name, string>> {
  const sent = names.filter(name => body[name] !== undefined && body[name] !== null)
  return Object.fromEntries(sent.map(name => [name, textIn(body, name)])) as Partial<Record<Name, string>>
}
