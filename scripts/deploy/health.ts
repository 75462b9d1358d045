import { pause } from '../kit/processes.ts'

// A new address takes a moment until it is known everywhere.

const PATIENCE = { for_ms: 120_000, poll_ms: 3_000 }
const ANSWER_MS = 10_000

interface Answered {
  status: number
  told: { status?: string }
}

async function asked(address: string): Promise<Answered | null> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const reply = await fetch(address, { redirect: 'manual', signal }).catch(() => null)
  if (reply === null) return null
  return { status: reply.status, told: (await reply.json().catch(() => ({}))) as Answered['told'] }
}

const ADVICE: Record<string, string> = {
  misconfigured: 'a secret is missing or not fit for use; `npx wrangler tail` names it at the next call',
  unavailable: 'its database or its bucket is out of reach'
}

function complaintOf({ status, told }: Answered, isExternal: boolean): string | null {
  if (status === 200) return null
  const advice = ADVICE[told.status ?? '']
  return advice ?? `${isExternal ? '/auth' : '/api/health'} answers ${status}`
}

/** Null once the site is well; else why it is not after a while. Pages alone have no API that could tell. */
export async function healthOf(address: string, isExternal: boolean, patience = PATIENCE): Promise<string | null> {
  const deadline = Date.now() + patience.for_ms
  let complaint: string | null = 'nobody answers there yet'
  while (Date.now() < deadline) {
    const answered = await asked(`${address}${isExternal ? '/auth' : '/api/health'}`)
    if (answered) complaint = complaintOf(answered, isExternal)
    if (complaint === null || (answered && answered.told.status === 'misconfigured')) return complaint
    await pause(patience.poll_ms)
  }
  return complaint
}
