import { sleep } from '../kit/processes.ts'

// A new address takes some time until DNS resolves it everywhere.

const POLLING = { for_ms: 120_000, poll_ms: 3_000 }
const REQUEST_TIMEOUT_MS = 10_000

interface HealthResponse {
  status: number
  body: { status?: string; version?: string }
}

async function fetchHealth(address: string): Promise<HealthResponse | null> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const reply = await fetch(address, { redirect: 'manual', signal }).catch(() => null)
  if (reply === null) return null
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as HealthResponse['body'] }
}

const ADVICE: Record<string, string> = {
  misconfigured: 'a secret is missing or invalid; `npx wrangler tail` shows its name at the next call',
  unavailable: 'the database or the bucket is not available'
}

/** Null for pages without an API: they do not tell their version. */
type Version = string | null

function problemIn({ status, body }: HealthResponse, version: Version): string | null {
  if (version !== null && body.version !== undefined && body.version !== version)
    return `version ${body.version} still answers instead of ${version}`
  if (status === 200) return null
  const advice = ADVICE[body.status ?? '']
  return advice ?? `${version === null ? '/auth' : '/api/health'} returns ${status}`
}

/**
 * Waits until the deployed version answers and is healthy, and returns null; after a timeout, returns the problem. An
 * earlier version or an earlier secret may still answer for a moment. Pages without an API have no health call, so only
 * the page is requested.
 */
export async function waitUntilHealthy(address: string, version: Version, polling = POLLING): Promise<string | null> {
  const deadline = Date.now() + polling.for_ms
  let problem: string | null = 'no response yet'
  while (Date.now() < deadline) {
    const response = await fetchHealth(`${address}${version === null ? '/auth' : '/api/health'}`)
    if (response) problem = problemIn(response, version)
    if (problem === null) return null
    await sleep(polling.poll_ms)
  }
  return problem
}
