import { BUSY_SCOOTER } from '../server/rides.ts'
import type { SignedInAs } from '../site.ts'
import type { WatchedElements } from './watch.ts'

export interface Screen extends WatchedElements {
  path: string
  /** The maximum round trips until the content is visible, and until the control works. */
  rounds: readonly [number, number | null]
  /** The maximum script size until idle, in kB. */
  script: number
  role: SignedInAs | null
}

const SUBMIT = 'main form button[type="submit"]'

/** The product's screens, with their limits. */
export const SCREENS: readonly Screen[] = [
  {
    content: ['main input[type="email"]'],
    control: SUBMIT,
    path: '/admin/auth',
    rounds: [1, 2],
    script: 84,
    role: null
  },
  { content: ['main input[type="email"]'], control: SUBMIT, path: '/auth', rounds: [1, 2], script: 88, role: null },
  { content: ['main a[href^="/booking/"]'], control: null, path: '/', rounds: [1, null], script: 12, role: 'rider' },
  {
    content: ['main h1, main h2', 'main input[name="offer"]'],
    control: 'main aside button',
    path: `/booking/${BUSY_SCOOTER}`,
    rounds: [1, 2],
    script: 104,
    role: 'rider'
  },
  {
    content: ['main h4 + p[aria-hidden="true"]'],
    control: 'main header button',
    path: '/my-bookings',
    rounds: [1, 2],
    script: 102,
    role: 'rider'
  },
  {
    content: ['main input[type="email"]'],
    control: SUBMIT,
    path: '/profile',
    rounds: [1, 2],
    script: 94,
    role: 'rider'
  },
  {
    content: ['main section[aria-busy="false"] b', '#tab-panel li h3'],
    control: '#tab-bookings',
    path: '/admin',
    rounds: [1, 2],
    script: 102,
    role: 'admin'
  }
]

/** The path without ids. */
export function nameOf({ path }: Screen): string {
  return path.replace(BUSY_SCOOTER, '{id}')
}
