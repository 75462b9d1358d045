import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/constants.ts'
import { killableWorker } from '#tests/helpers/killable.ts'
import { refuse } from '../settings.ts'
import { print } from './table.ts'

// The memory that uploads take at once, as the system counts it for workerd: Linux alone says it. The local bucket and
// proxy are in it too, so an isolate takes less.

const AT_ONCE = 24
/** Of the 128 MB that an isolate may take. */
const MOST_MB = 64
const KB_PER_MB = 1024

const VARIABLES = {
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'sandbox',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000'
}

const statusOf = (pid: string) => readFileSync(`/proc/${pid}/status`, 'utf8')
const kilobytesOf = (pid: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(statusOf(pid))?.[1])

/** workerd's processes below this one. */
function workerds(): string[] {
  const parents = new Map<string, string>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      parents.set(pid, /^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1] ?? '')
    } catch {
      // It has ended in between.
    }
  }
  const isBelow = (pid: string): boolean => {
    const parent = parents.get(pid)
    return parent === String(process.pid) || (parent !== undefined && isBelow(parent))
  }
  return [...parents.keys()].filter(pid => isBelow(pid) && /^Name:\s+workerd$/m.test(statusOf(pid)))
}

async function upload(address: string, file: Blob): Promise<void> {
  const body = new FormData()
  body.set('email', 'asha@example.test')
  body.set('file', file)
  const reply = await fetch(`${address}/api/uploads/license`, { body, method: 'POST' })
  if (!reply.ok) refuse(`An upload was answered with ${reply.status}: ${await reply.text()}`)
  await reply.text()
}

export async function measureUploads(): Promise<void> {
  const bytes = new Uint8Array(IMAGE_UPLOAD_MAX_BYTES)
  bytes.set([0xff, 0xd8, 0xff])
  const photo = new Blob([bytes])
  const worker = await killableWorker(VARIABLES)
  await worker.start()
  await upload(worker.address, photo)
  const pids = workerds()
  const before = pids.map(pid => kilobytesOf(pid, 'VmRSS'))
  // The highest mark is counted from here on.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await Promise.all(Array.from({ length: AT_ONCE }, () => upload(worker.address, photo)))
  const rows = pids.map((pid, index) => {
    const [from = 0, highest] = [before[index], kilobytesOf(pid, 'VmHWM')]
    return [from, highest, highest - from].map(kilobytes => `${Math.round(kilobytes / KB_PER_MB)} MB`)
  })
  await worker.remove()
  print(`${AT_ONCE} uploads at their limit at once (at most ${MOST_MB} MB more)`, ['before', 'highest', 'more'], rows)
}
