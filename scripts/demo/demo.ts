import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import sharp from 'sharp'
import { nameKey } from '#domain/kit/text.ts'
import { hasEmail } from '#domain/riders/contact.ts'
import { endOfDay } from '#domain/riders/licence.ts'
import { riderWords } from '#domain/riders/search-words.ts'
import { addDays, addMinutes, type Day, dayOf } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { admin_properties, admins, audits, first_steps } from '#server/db/schema/admins.ts'
import { bookings, moves, problems, slot_claims } from '#server/db/schema/bookings.ts'
import * as catalogue from '#server/db/schema/catalogue.ts'
import {
  compensations,
  payments,
  payout_days,
  payouts,
  refunds,
  sandbox_orders,
  sandbox_payments,
  sandbox_refunds
} from '#server/db/schema/payments.ts'
import { rider_notes, rider_words, users } from '#server/db/schema/riders.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { newId } from '#server/runtime/crypto.ts'
import { licenceDrawing, scooterDrawing } from './drawings.ts'
import { demoLedger } from './ledger.ts'
import {
  DEMO_ADMIN,
  DEMO_LEAVING,
  DEMO_PASSWORD,
  DEMO_REVIEW,
  DEMO_RIDERS,
  DEMO_STAFF,
  DEMO_SUSPENSION
} from './people.ts'
import { DEMO_PAPERS, DEMO_PROBLEMS, DEMO_PROPERTIES } from './properties.ts'

/** Rows by table, in insert order, and the pictures that they reference. */
export interface Demo {
  rows: [table: SQLiteTable, rows: Record<string, unknown>[]][]
  pictures: Picture[]
}

function paperRows({ id, registration_number }: { id: string; registration_number?: string }, today: Day) {
  if (!registration_number) return []
  const days: Record<string, number> = { ...DEMO_PAPERS.days, ...(DEMO_PAPERS.different as Record<string, object>)[id] }
  return Object.entries(days).map(([kind, count]) => ({
    expires_on: addDays(today, count),
    kind,
    number: `${kind.toUpperCase()}-${registration_number.slice(-4)}`,
    scooter_id: id
  }))
}

/** They were added at `now`; the papers end counted from `today`. */
async function propertiesAndScooters(now: Date, today: Day): Promise<Demo> {
  const demo: Demo = { pictures: [], rows: [] }
  const toPicture = async (svg: string) => {
    const drawn = await picture(svg, now, { kind: 'image', path: 'images', url: '/api/images' })
    demo.pictures.push(drawn)
    return drawn.url
  }
  for (const { pinChanges = [], plans, rates, rules, landscape, scooters, ...described } of DEMO_PROPERTIES) {
    const { id } = described
    const stamps = { created_at: now, property_id: id }
    const image = readFileSync(join(import.meta.dirname, `landscapes/${landscape}.svg`), 'utf8')
    const property = { ...described, created_at: now, image_url: await toPicture(image) }
    const closed_dates = rules?.opens_at ? [addDays(dayOf(now), 9)] : null
    const settings = rules ? [{ ...rules, closed_dates, property_id: id, updated_at: now }] : []
    const parked = scooters.map(async ({ colour, ...scooter }) => {
      const image_url = colour ? await toPicture(scooterDrawing(colour)) : null
      return { kind: 'electric', needs_license: true, ...scooter, ...stamps, image_url }
    })
    demo.rows.push(
      [catalogue.properties, [property]],
      [catalogue.scooters, await Promise.all(parked)],
      [catalogue.scooter_papers, scooters.flatMap(scooter => paperRows(scooter, today))],
      [catalogue.pin_changes, pinChanges.map(change => ({ ...change, created_at: now }))],
      [catalogue.pricing_plans, plans.map(plan => ({ ...plan, ...stamps }))],
      [catalogue.legacy_pricing, rates ? [{ ...rates, property_id: id }] : []],
      [catalogue.property_settings, settings]
    )
  }
  return demo
}

/** The words by which the portal finds these riders. */
export function searchRows(riders: readonly (Parameters<typeof riderWords>[0] & { id: string })[]) {
  return riders.flatMap(rider => riderWords(rider).map(word => ({ user_id: rider.id, word })))
}

const LICENCE_DAYS = 2000

function reviewOf(id: string, now: Date) {
  const isWaiting = id === DEMO_REVIEW.waiting
  const isRejected = id === DEMO_REVIEW.rejected
  const isApproved = !(isWaiting || isRejected)
  return {
    license_reason: isRejected ? 'unreadable' : null,
    license_revision: isWaiting ? 0 : 1,
    license_status: isApproved ? 'approved' : isRejected ? 'rejected' : 'unreviewed',
    license_valid_until: isApproved ? endOfDay(addDays(dayOf(now), LICENCE_DAYS)) : null,
    license_waits_since: isWaiting ? now : null,
    suspended_at: id === DEMO_REVIEW.suspended ? now : null
  }
}

async function createPeople(now: Date): Promise<Demo> {
  const { password, ...admin } = DEMO_ADMIN
  const ownHash = await hashPassword(password)
  const owner = { ...admin, created_at: now, daily_mail: false, password_hash: ownHash, role: 'owner' }
  const staff = DEMO_STAFF.map(({ properties: _, ...member }) => ({
    ...member,
    created_at: now,
    daily_mail: true,
    // The invitation still works when the demo is made.
    ...('isInvited' in member
      ? { invited_at: addMinutes(now, OPEN_FOR_MINUTES), password_hash: '' }
      : { password_hash: ownHash })
  }))
  const lookedAfter = DEMO_STAFF.flatMap(({ id, properties }) =>
    properties.map(property_id => ({ admin_id: id, property_id }))
  )
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const licences = await Promise.all(
    DEMO_RIDERS.map(({ date_of_birth, email, id, name }) => {
      const path = `licenses/${hasEmail(email) ? encodeURIComponent(email) : id}`
      return picture(licenceDrawing(name, date_of_birth), now, { kind: 'license', path, url: '/api/admin/licenses' })
    })
  )
  const riders = DEMO_RIDERS.map((rider, index) => ({
    ...rider,
    name_key: nameKey(rider.name),
    created_at: now,
    license_photo_url: licences[index]?.url,
    password_hash: hasEmail(rider.email) ? password_hash : 'none',
    deletion_asked_at:
      rider.id === DEMO_LEAVING.id ? addMinutes(now, OPEN_FOR_MINUTES - DEMO_LEAVING.days_ago * DAY_MINUTES) : null,
    ...reviewOf(rider.id, now)
  }))
  const { id: admin_id } = DEMO_ADMIN
  const note = { admin_id, created_at: now, id: newId(), kind: 'suspension', text: DEMO_SUSPENSION }
  const rows: Demo['rows'] = [
    [admins, [owner, ...staff]],
    [admin_properties, lookedAfter],
    [first_steps, [{ done_at: now, step: 'locks' }]],
    [users, riders],
    [rider_notes, [{ ...note, user_id: DEMO_REVIEW.suspended }]],
    [rider_words, searchRows(riders)]
  ]
  return { pictures: licences, rows }
}

function ledgerRows(now: Date, photo: string): Demo['rows'] {
  const ledger = demoLedger(now, photo)
  return [
    [bookings, ledger.bookings],
    [slot_claims, ledger.slot_claims],
    [sandbox_orders, ledger.sandbox_orders],
    [sandbox_payments, ledger.sandbox_payments],
    [sandbox_refunds, ledger.sandbox_refunds],
    [payments, ledger.payments],
    [refunds, ledger.refunds],
    [payout_days, ledger.payout_days],
    [payouts, ledger.payouts],
    [compensations, ledger.compensations],
    [audits, ledger.audits],
    [moves, ledger.moves],
    [problems, ledger.problems]
  ]
}

/** Longer than the rides of Books are ago. */
const OPEN_FOR_MINUTES = 100 * DAY_MINUTES

/** The whole demo at `now`. It does the slow drawing and hashing before the database is opened. */
export async function demoAt(now: Date): Promise<Demo> {
  const opened = addMinutes(now, -OPEN_FOR_MINUTES)
  const parts = [await propertiesAndScooters(opened, dayOf(now)), await createPeople(opened)]
  const path = `photos/${now.toISOString().slice(0, 10)}/${DEMO_PROBLEMS.rider}`
  const photo = await picture(scooterDrawing(DEMO_PROBLEMS.colour), now, { kind: 'photo', path, url: '/api/photos' })
  const pictures = [...parts.flatMap(part => part.pictures), photo]
  const rows: Demo['rows'] = [
    [uploads, pictures.map(({ row }) => row)],
    ...parts.flatMap(part => part.rows),
    ...ledgerRows(now, photo.row.id)
  ]
  return { pictures, rows }
}

type Upload = typeof uploads.$inferInsert

/** A drawing as an upload: its row, its bytes and its public URL. */
interface Picture {
  bytes: Buffer
  row: Upload
  url: string
}

const CONTENT_TYPE = 'image/webp'
const WEBP = { effort: 4, quality: 84 }

async function picture(svg: string, now: Date, place: { kind: Upload['kind']; path: string; url: string }) {
  const id = newId()
  const { kind, path, url } = place
  const bytes = await sharp(Buffer.from(svg)).webp(WEBP).toBuffer()
  const row = { claimed_at: now, content_type: CONTENT_TYPE, created_at: now, id, kind, path: `${path}/${id}.webp` }
  return { bytes, row, url: `${url}/${id}` }
}
