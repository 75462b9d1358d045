import { expect } from 'playwright/test'
import { switchToSecondBackend } from '../external/backend.ts'
import { unrouteAll } from '../helpers/card-provider.ts'
import { test as base } from '../helpers/test.ts'
import type { Backend, Scenario } from './backend.ts'
import { embeddedBackend } from './embedded.ts'
import { secondBackend } from './second.ts'

const BACKENDS = { own: embeddedBackend, second: secondBackend }

export interface Choice {
  /** The backend that a project runs its tests on (tests/playwright.config.ts). */
  backend: keyof typeof BACKENDS
}

interface Fixtures extends Choice {
  scenario: Scenario
  target: Backend
}

/** For tests that must pass on every backend. */
export const test = base.extend<Fixtures>({
  backend: ['own', { option: true }],
  page: async ({ backend, baseURL, context, page }, use) => {
    const unexpectedCalls = backend === 'second' ? await switchToSecondBackend(context, baseURL) : []
    await use(page)
    await unrouteAll(context)
    expect(unexpectedCalls).toEqual([])
  },
  scenario: ({ target }, use) => target.seed().then(use),
  target: ({ backend }, use) => use(BACKENDS[backend])
})
