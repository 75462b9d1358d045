import { describe, expect, test } from 'vitest'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { buildOrExit, builtWorker } from '../../../scripts/build/build.ts'
import { deployBuilt } from '../../../scripts/deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from '../../../scripts/deploy/deploy.ts'
import { EXTERNAL_ENVIRONMENT } from '../../../scripts/kit/settings.ts'
import { type RunWrangler, runWrangler } from '../../../scripts/kit/wrangler.ts'

// Runs `wrangler deploy --dry-run` on the build: all steps of a deployment that need no account.

const BUILD_MS = 180_000

interface Bound {
  bindings: string[]
  gzip_bytes: number
}

async function dryRun(config: string): Promise<Bound> {
  let printed = ''
  const runAndKeep: RunWrangler = async (args, variables) => {
    const finished = await runWrangler(args, variables)
    printed += finished.output
    return finished
  }
  const { gzip_bytes } = await deployBuilt(runAndKeep, config, ['--dry-run'])
  return { bindings: [...printed.matchAll(/^env\.(\w+)/gm)].map(([, name = '']) => name).sort(), gzip_bytes }
}

describe.runIf(IS_WHOLE)('the built Worker', () => {
  test('can be deployed, and is small', async () => {
    const { bindings, gzip_bytes } = await dryRun(builtWorker())
    expect(bindings).toEqual(['ASSETS', 'DB', 'ENVIRONMENT', 'PAYMENT_PROVIDER', 'UPLOADS'])
    expect(gzip_bytes).toBeGreaterThan(100_000)
    expect(gzip_bytes).toBeLessThanOrEqual(GZIP_MAX_BYTES)
  })

  test(
    'for an external backend is deployed without database, bucket and variables',
    async () => {
      await buildOrExit(EXTERNAL_ENVIRONMENT, '.wrangler/external')
      const { bindings, gzip_bytes } = await dryRun(builtWorker('.wrangler/external'))
      expect(bindings).toEqual(['ASSETS'])
      expect(gzip_bytes).toBeLessThanOrEqual(GZIP_MAX_BYTES)
    },
    BUILD_MS
  )
})
