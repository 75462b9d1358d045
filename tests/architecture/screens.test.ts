import { describe, expect, test } from 'vitest'
import { filesOf, foundIn, read, screens, sources } from './source-files.ts'

// Rules of stores, islands and pages.

describe('the code of the browser', () => {
  test('asks in stores for a feature of the backend, not for the backend', () => {
    const stores = sources.filter(file => file.startsWith('src/stores/'))
    // stores/admin/dashboard.ts reads which screens are marked as embedded only.
    const allowed = ['src/stores/kit/backend-features.ts', 'src/stores/admin/dashboard.ts']
    expect(foundIn(stores, /IS_EXTERNAL_BACKEND/, allowed)).toEqual([])
  })

  test('keeps state in stores: hooks of React only in islands/ui', () => {
    expect(foundIn(screens, /\buse(State|Reducer|Effect|LayoutEffect)\b/)).toEqual([])
  })

  test('changes stores by their actions: islands call no .set(', () => {
    expect(foundIn(screens, /\$\w+\.(set|setKey)\(/)).toEqual([])
  })

  test('calls the API from the browser through one client', () => {
    const browser = sources.filter(file => /^src\/(client|islands|layouts|pages(?!\/api)|stores)\//.test(file))
    const others = [
      // Reports upload progress for client/http/api.ts.
      'src/client/http/upload-fetch.ts',
      // Every page can sign out, even if it loads no client.
      'src/client/session/revoke.ts',
      // These fetch their own page.
      'src/layouts/scripts/next-ride.ts',
      'src/layouts/scripts/reload-when-reachable.ts'
    ]
    expect(foundIn(browser, /\bfetch\(|XMLHttpRequest|sendBeacon/).toSorted()).toEqual(others.toSorted())
    expect(foundIn(browser, /from 'ofetch'|import\('ofetch'\)/)).toEqual(['src/client/http/api.ts'])
  })

  test('has no inline styles, which the content security policy blocks', () => {
    expect(foundIn(sources, /\sstyle=/)).toEqual([])
  })

  test('runs each browser test with a check for violations of the content security policy', () => {
    expect(foundIn(filesOf('tests/e2e/**/*.test.ts'), /import \{[^}]*\btest\b[^}]*\} from 'playwright\/test'/)).toEqual(
      []
    )
  })

  test('takes every sentence from messages', () => {
    const text = />[^<>{}()=;:]*[A-Za-z]{2,}[^<>{}()=;:]*<\//
    const attributes = /\b(alt|aria-label|placeholder|title)="[^"]+"/
    const markupFiles = sources.filter(file => /^src\/(islands|layouts|pages)\/.*\.(tsx|astro)$/.test(file))
    const markup = (file: string) => read(file).replace(/<script.*?<\/script>/gs, '')
    expect(markupFiles.filter(file => text.test(markup(file)) || attributes.test(markup(file)))).toEqual([])
  })
})
