import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Which processes serve the data in a folder: a file each, named by the process's id, that goes with it. One that is left
// by a killed process says when that process began, so that another of the same id is not taken for it.

interface Entry {
  /** Where it serves. */
  address: string
  /** Empty where the system does not tell. */
  startedAt: string
}

const registryFolder = (folder: string) => join(folder, 'running')

/** When a process began, as the system counts it. Linux alone tells it without another program. */
function processStartTime(pid: number): string {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/)
    return fields.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, and is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Says that a process serves what is in the folder, until this process ends. */
export function registerProcess(folder: string, address: string, pid: number | undefined = process.pid): void {
  if (pid === undefined) return
  const file = join(registryFolder(folder), String(pid))
  const entry: Entry = { address, startedAt: processStartTime(pid) }
  mkdirSync(registryFolder(folder), { recursive: true })
  writeFileSync(file, JSON.stringify(entry))
  process.on('exit', () => rmSync(file, { force: true }))
}

/** Where what is in the folder is served now, or null. Files of processes that are gone are removed. */
export function runningAddress(folder: string): string | null {
  const files = registryFolder(folder)
  let found: string | null = null
  for (const name of pidFiles(files)) {
    const pid = Number(name)
    const entry = isRunning(pid) ? readEntry(join(files, name)) : null
    if (entry?.startedAt === processStartTime(pid)) found = entry.address
    else rmSync(join(files, name), { force: true })
  }
  return found
}

/** Null for a file that was not written to its end. */
function readEntry(file: string): Entry | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry
  } catch {
    return null
  }
}

function pidFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}
