import * as v from 'valibot'
import { pinChange } from '#contract/catalogue/admin-scooters.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, openEnum, optionalText } from '#contract/kit/fields.ts'
import { problem } from '#contract/problems/problems.ts'
import { deskRefund, todayRide } from '#contract/staff/today.ts'
import { PAPER_KINDS } from '#domain/catalogue/scooters.ts'

// What waits for the people of the portal. Instants are ISO, amounts rupees.

const need = v.variant('kind', [
  /** A ride that nobody has returned. */
  v.object({ kind: v.literal('late'), ride: todayRide }),
  /** A scooter that cannot be ridden. */
  v.object({ kind: v.literal('problem'), problem }),
  /** `next_start`: the next paid ride within PIN_NEED_HOURS. */
  v.object({ kind: v.literal('pin'), change: pinChange, next_start: optionalText }),
  /** The licence of a rider who rides soon. */
  v.object({ kind: v.literal('licence'), rider_id: id, rider_name: v.string(), start_time: v.string() }),
  /** Riders of a property who cannot book before somebody looks at their licence. */
  v.object({ kind: v.literal('waiting'), count: v.number(), property_id: id, property_name: v.string() }),
  v.object({ kind: v.literal('dispute'), amount: v.number(), id, respond_by: optionalText }),
  v.object({ kind: v.literal('desk_back'), ...deskRefund.entries }),
  v.object({ kind: v.literal('refund'), amount: v.number(), id }),
  /** `id` is that of the booking. */
  v.object({ kind: v.literal('owed'), amount: v.number(), id, rider_name: v.string() }),
  v.object({
    kind: v.literal('paper'),
    expires_on: v.string(),
    paper: openEnum(PAPER_KINDS),
    scooter_id: id,
    scooter_name: v.string()
  }),
  /** What is wrong with the installation. */
  v.object({ kind: v.literal('check'), sentence: v.string() })
])
export type Need = v.InferOutput<typeof need>

const needs = v.object({
  /** At the caller's properties and for the caller's role, the worst first. At most NEEDS_MAX of a kind. */
  rows: v.array(need),
  /** Some kinds have more rows. */
  has_more: v.boolean(),
  /** The first of the paid rides that start within a day, and how many they are. Null: none. */
  next: v.nullable(v.object({ at: v.string(), rides: v.number() }))
})
export type Needs = v.InferOutput<typeof needs>

export const getNeeds = defineEndpoint('GET /admin/needs', {
  staff: { lowest: 'caretaker', scope: 'list' },
  output: needs
})

export const docs = {
  getNeeds: { summary: 'List what waits for the caller, the worst first' }
} satisfies Docs
