import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RunWrangler, withPrivateFile } from '../kit/wrangler.ts'
import { ensureBucket, ensureExpiry, exportDatabase, putObject } from './cloudflare.ts'

// Copies the database into a bucket of the same account. A pipeline runs it every night.

export const BACKUP_BUCKET = 'scootstay-backups'
/** Deleted riders are in the copies for as long. */
const BACKUP_DAYS = 30

/** '2026-11-21T03-00-00Z' */
const timeInName = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')

interface BackupRequest {
  location: string
  now: Date
}

/** Returns the path of the copy, with its bucket. The temporary files are removed, also after a failure. */
export async function backUp(runWrangler: RunWrangler, { location, now }: BackupRequest): Promise<string> {
  await ensureBucket(runWrangler, { location, name: BACKUP_BUCKET })
  await ensureExpiry(runWrangler, BACKUP_BUCKET, BACKUP_DAYS)
  const path = `${BACKUP_BUCKET}/scootstay-${timeInName(now)}.sql.gz`
  await withPrivateFile('', async file => {
    await exportDatabase(runWrangler, file)
    await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }))
    await putObject(runWrangler, path, `${file}.gz`)
  })
  return path
}
