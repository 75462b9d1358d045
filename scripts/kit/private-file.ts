import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Passes the path of a temporary file with this text, which only this user can read. The file is removed afterwards,
 * also after a failure and when the process ends.
 */
export async function withPrivateFile<Result>(text: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'scootstay-'))
  const remove = () => rmSync(folder, { force: true, recursive: true })
  process.once('exit', remove)
  try {
    const path = join(folder, 'private')
    writeFileSync(path, text, { mode: 0o600 })
    return await use(path)
  } finally {
    remove()
    process.off('exit', remove)
  }
}
