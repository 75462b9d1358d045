import { describe, expect, test } from 'vitest'
import { filesOf, foundIn } from './source-files.ts'

const files = filesOf('tests/**/*.{ts,tsx}')

describe('the tests', () => {
  test('replace only what is outside of our code, never our own modules', () => {
    // Parts of the page whose code fails to load.
    const failingLoad = [
      'tests/islands/booking-payments-panel.test.tsx',
      'tests/layouts/account-buttons.test.ts',
      'tests/layouts/toasts.test.ts'
    ]
    expect(foundIn(files, /\bvi\.(do)?[mM]ock\((?!'(cloudflare:workers|node:[\w/]+)')/, failingLoad)).toEqual([])
  })

  test('hide no wrong value from the compiler by a cast to never', () => {
    expect(foundIn(files, /\bas never\b/)).toEqual([])
  })

  test('wait for a condition, never for a time', () => {
    // It polls until the page makes no requests.
    const polling = ['tests/helpers/browser/until-idle.ts']
    expect(foundIn(files, /\.waitForTimeout\(/, polling)).toEqual([])
  })

  test('drive stores by their actions and by replies of the server', () => {
    // The islands' own stores, a store of the test, and the browser's storage of the session.
    const others = [
      'tests/client/external-ids.test.ts',
      'tests/client/rendered-session.test.ts',
      'tests/constants.test.ts',
      'tests/islands/use-store.test.tsx',
      'tests/stores/session/page.ts',
      'tests/stores/session/session-changes.test.ts'
    ]
    expect(foundIn(files, /\$\w+\.(set|setKey)\(/, others)).toEqual([])
  })
})
