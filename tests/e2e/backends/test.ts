import { expect } from 'playwright/test'
import { onSecondBackend } from '../external/backend.ts'
import { leaveUnanswered } from '../helpers/card-provider.ts'
import { test as base } from '../helpers/test.ts'
import type { Backend, Stage } from './backend.ts'
import { own } from './own.ts'
import { second } from './second.ts'

const BACKENDS = { own, second }

export interface Choice {
  /** Which one a project tells its stories on (playwright.config.ts). */
  backend: keyof typeof BACKENDS
}

interface Fixtures extends Choice {
  stage: Stage
  there: Backend
}

/** For stories that any backend must tell alike. */
export const test = base.extend<Fixtures>({
  backend: ['own', { option: true }],
  page: async ({ backend, baseURL, context, page }, use) => {
    const strays = backend === 'second' ? await onSecondBackend(context, baseURL) : []
    await use(page)
    await leaveUnanswered(context)
    expect(strays).toEqual([])
  },
  stage: ({ there }, use) => there.stage().then(use),
  there: ({ backend }, use) => use(BACKENDS[backend])
})
