import type { PageMetrics } from './watch.ts'

// How our pages are to compare with the others, as ratios of one run.

export type Metric = 'answers' | 'blocked' | 'first_paint' | 'largest_paint' | 'visible'

export const METRICS: Record<Metric, string> = {
  answers: 'control answers',
  blocked: 'time blocked',
  first_paint: 'first paint',
  largest_paint: 'largest paint',
  visible: 'content visible'
}

/** At most so many times what the other takes. */
type Goal = Partial<Record<'spa' | 'static', number>>

export type Goals = Partial<Record<Metric, Goal>>

const PAINTS: Goals = { first_paint: { static: 1.1 }, largest_paint: { static: 1.15 } }
const SIGN_IN: Goals = { ...PAINTS, answers: { spa: 0.6 }, blocked: { spa: 0.3 }, visible: { static: 1.15 } }
const SIGNED_IN: Goals = { ...PAINTS, answers: { spa: 0.5 }, blocked: { spa: 0.35 }, visible: { spa: 0.25 } }

/** By the name of the screen. */
export const GOALS: Record<string, Goals> = {
  '/': { ...PAINTS, blocked: { spa: 0.3 }, visible: { spa: 0.25 } },
  '/admin': SIGNED_IN,
  '/admin/auth': SIGN_IN,
  '/auth': SIGN_IN,
  '/booking/{id}': { ...SIGNED_IN, blocked: { spa: 0.5 }, visible: { spa: 0.28 } },
  '/my-bookings': SIGNED_IN,
  '/profile': SIGNED_IN
}

/** Of a visit a day later. */
export const SECOND_VISIT: Goals = { answers: { spa: 0.6 }, visible: { static: 1.1 } }
/** A control that is seen answers so much later at most, on the second visit. */
export const SECOND_VISIT_GAP_MS = 700

export const SHIFT_MOST = 0.01
/** Of what a tap on a link takes in the one bundle, which stays on its page. */
export const JOURNEY_SPA = { answers: 0.65, visible: 0.4 }
/** Of when the one bundle has its content, where ours comes without and asks another backend. */
export const EXTERNAL_SPA = { first: 0.8, next: 0.65 }
export const NEXT_PAINT_MS = 200

const LONG_MS = 50

export function figureOf({ long_tasks, ...values }: PageMetrics, metric: Metric): number {
  if (metric === 'blocked') return long_tasks.reduce((sum, task) => sum + task - LONG_MS, 0)
  return values[metric] ?? Number.POSITIVE_INFINITY
}
