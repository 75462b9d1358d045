import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import { startKillableWorker } from '#tests/helpers/servers/killable.ts'
import { exitWithError, ROOT } from '../../../kit/settings.ts'
import { print } from '../table.ts'
import { WORKER_VARIABLES } from './variables.ts'

// The memory of workerd during concurrent uploads, as counted by Linux; other systems do not provide it. The count
// includes the local proxy and bucket. So the same bytes are also sent to a Worker that only stores them, and the
// difference is ours. It includes memory that waits for garbage collection.

const AT_ONCE = 24
/** An isolate may use 128 MB. */
const MOST_MB = 96
const KB_PER_MB = 1024

const statusOf = (pid: string) => readFileSync(`/proc/${pid}/status`, 'utf8')
const kilobytesOf = (pid: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(statusOf(pid))?.[1])

/** The workerd processes below this process. */
function workerdPids(): string[] {
  const parents = new Map<string, string>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      parents.set(pid, /^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1] ?? '')
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isBelow = (pid: string): boolean => {
    const parent = parents.get(pid)
    return parent === String(process.pid) || (parent !== undefined && isBelow(parent))
  }
  return [...parents.keys()].filter(pid => isBelow(pid) && /^Name:\s+workerd$/m.test(statusOf(pid)))
}

type Send = (address: string) => Promise<Response>

const FILE = new Uint8Array(IMAGE_UPLOAD_MAX_BYTES)
FILE.set([0xff, 0xd8, 0xff])

function sendForm(address: string): Promise<Response> {
  const body = new FormData()
  body.set('email', 'asha@example.test')
  body.set('file', new Blob([FILE]))
  return fetch(`${address}/api/uploads/license`, { body, method: 'POST' })
}

const sendBytes: Send = address => fetch(address, { body: FILE, method: 'POST' })

async function upload(send: Send, address: string): Promise<void> {
  const reply = await send(address)
  if (!reply.ok) exitWithError(`An upload returned ${reply.status}: ${await reply.text()}`)
  await reply.text()
}

interface Memory {
  before: number
  highest: number
}

/** The memory of workerd in MB, before and during concurrent uploads. */
async function memoryOf(send: Send, config?: string): Promise<Memory> {
  const worker = await startKillableWorker(WORKER_VARIABLES, config)
  await worker.start()
  await upload(send, worker.address)
  const pids = workerdPids()
  const sum = (name: string) => pids.reduce((total, pid) => total + kilobytesOf(pid, name), 0) / KB_PER_MB
  const before = sum('VmRSS')
  // Resets the peak (VmHWM) to the current memory.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await Promise.all(Array.from({ length: AT_ONCE }, () => upload(send, worker.address)))
  const highest = sum('VmHWM')
  await worker.remove()
  return { before, highest }
}

const BUCKET_ALONE = `export default {
  async fetch(request, { UPLOADS }) {
    if (request.body) await UPLOADS.put(crypto.randomUUID(), request.body)
    return new Response('stored')
  }
}`

/** A Worker that only stores request bodies in its bucket. */
function measureBucketOnly(): string {
  const folder = join(ROOT, '.wrangler/bench/bucket')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'worker.mjs'), BUCKET_ALONE)
  const config = {
    compatibility_date: '2026-10-01',
    main: 'worker.mjs',
    name: 'bucket',
    r2_buckets: [{ binding: 'UPLOADS', bucket_name: 'bucket' }]
  }
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(config))
  return join(folder, 'wrangler.json')
}

export async function measureUploads(): Promise<void> {
  const bare = await memoryOf(sendBytes, measureBucketOnly())
  const ours = await memoryOf(sendForm)
  const grown = ({ before, highest }: Memory) => highest - before
  const rows = [
    ['into the bucket alone', bare.before, bare.highest, grown(bare)],
    ['through the site', ours.before, ours.highest, grown(ours)],
    ['difference', '', '', grown(ours) - grown(bare)]
  ].map(row => row.map(cell => (typeof cell === 'number' ? `${Math.round(cell)} MB` : cell)))
  const title = `${AT_ONCE} concurrent uploads of the maximum size (the difference is ours: at most ${MOST_MB} MB)`
  print(title, ['', 'before', 'highest', 'more'], rows)
}
