import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtWorker } from '../../../build/build.ts'
import { exitWithError } from '../../../kit/settings.ts'
import { runWrangler } from '../../../kit/wrangler.ts'
import { median, msText, print } from '../table.ts'

// The CPU time of the Worker before its first request, as profiled by wrangler.

const MOST_MS = 200
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

export async function measureStartup(): Promise<void> {
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
  const figures = [Math.min(...runs), median(runs), Math.max(...runs)]
  print(`Start time of the Worker (at most ${msText(MOST_MS)})`, ['least', 'median', 'most'], [figures.map(msText)])
}
