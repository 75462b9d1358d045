import { lt } from 'drizzle-orm'
import { db } from './db/client.ts'
import { revoked_tokens } from './db/schema.ts'
import { misconfigured } from './env.ts'
import { sweepUploads } from './images.ts'
import { provider } from './payments.ts'
import { sendRefunds } from './settle.ts'
import { sweepHolds } from './slots.ts'

/** What is due every minute. Each part stands alone: one that fails is told and keeps no other from running. */
export async function runMinute(now: Date): Promise<void> {
  const variable = misconfigured()
  if (variable !== null) return console.error(`Not running the minute's work: ${variable}`)
  const parts = [
    sweepHolds(now),
    sendRefunds(provider.refund, now),
    sweepUploads(now),
    db.delete(revoked_tokens).where(lt(revoked_tokens.expires_at, now))
  ]
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected') console.error(part.reason)
  }
}
