import type { PageMetrics } from './browser/watch.ts'

// Limits for our pages relative to the baselines, as ratios within one run.

export type Metric = 'answers' | 'blocked' | 'first_paint' | 'largest_paint' | 'visible'

export const METRICS: Record<Metric, string> = {
  answers: 'control answers',
  blocked: 'time blocked',
  first_paint: 'first paint',
  largest_paint: 'largest paint',
  visible: 'content visible'
}

/** The maximum ratio to each baseline. */
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

/** For a visit with a warm cache. */
export const SECOND_VISIT: Goals = { answers: { spa: 0.6 }, visible: { static: 1.1 } }
/** The maximum time between visible content and a working control on the second visit. */
export const SECOND_VISIT_GAP_MS = 700

export const SHIFT_MOST = 0.01
/** Relative to the SPA, which stays on its page after the tap. */
export const NAVIGATION_SPA = { answers: 0.65, visible: 0.4 }
/** Relative to the time at which the SPA shows content, for pages without initial data on an external backend. */
export const EXTERNAL_SPA = { first: 0.8, next: 0.65 }
export const NEXT_PAINT_MS = 200

const LONG_MS = 50

export function figureOf({ long_tasks, ...values }: PageMetrics, metric: Metric): number {
  if (metric === 'blocked') return long_tasks.reduce((sum, task) => sum + task - LONG_MS, 0)
  return values[metric] ?? Number.POSITIVE_INFINITY
}
