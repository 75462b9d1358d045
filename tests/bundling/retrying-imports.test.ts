import { describe, expect, test } from 'vitest'
import { retryingImports } from '../../src/bundling/retrying-imports.ts'

describe('a build', () => {
  const buildWith = (modules: readonly string[]) => {
    const { generateBundle } = retryingImports() as unknown as { generateBundle: (this: object) => void }
    generateBundle.call({
      environment: { name: 'client' },
      error: (message: string) => {
        throw new Error(message)
      },
      getModuleInfo: (id: string) => modules.find(module => id.endsWith(module)) ?? null
    })
  }

  test('fails if it does not contain the helper that retries imports', () => {
    expect(() => buildWith(['src/bundling/preload-helper.ts'])).not.toThrow()
    expect(() => buildWith([])).toThrow('src/bundling/retrying-imports.ts')
  })
})
