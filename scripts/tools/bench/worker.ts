import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtWorker } from '../../build/build.ts'
import { deployBuilt } from '../../deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from '../../deploy/deploy.ts'
import { exitWithError } from '../../kit/settings.ts'
import { runWrangler } from '../../kit/wrangler.ts'
import { STARTUP_MAX_MS } from './limits.ts'
import { kbText, mark, median, msText, print } from './table.ts'

// The size of the deployed Worker, and its CPU time before the first request, as profiled by wrangler.

const RUNS = 5

interface Profile {
  nodes: { callFrame: { functionName: string }; id: number }[]
  samples: number[]
  timeDeltas: number[]
}

/** Excludes idle time. */
function busyMs({ nodes, samples, timeDeltas }: Profile): number {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  const busy = timeDeltas.filter((_, index) => !idle.has(samples[index] ?? 0))
  return busy.reduce((sum, microseconds) => sum + microseconds, 0) / 1000
}

export async function measureWorker(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'startup-'))
  const file = join(folder, 'start.cpuprofile')
  const runs: number[] = []
  while (runs.length < RUNS) {
    const args = ['check', 'startup', '--config', builtWorker(), '--outfile', file]
    const { output, succeeded } = await runWrangler(args)
    if (!succeeded) exitWithError(output)
    runs.push(busyMs(JSON.parse(readFileSync(file, 'utf8')) as Profile))
  }
  rmSync(folder, { recursive: true })
  const [gzip, startup] = [(await deployBuilt(runWrangler, builtWorker(), ['--dry-run'])).gzip_bytes, median(runs)]
  print(
    'The Worker',
    ['figure', 'ours', 'at most', ''],
    [
      ['size, gzip', kbText(gzip), kbText(GZIP_MAX_BYTES), mark(gzip <= GZIP_MAX_BYTES)],
      ['start, CPU', msText(startup), msText(STARTUP_MAX_MS), mark(startup <= STARTUP_MAX_MS)]
    ]
  )
}
