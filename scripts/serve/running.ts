import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Records which processes serve the data of a folder. Each has a file, named by its process id, which it removes when
// it exits. The file contains the start time, because a killed process leaves its file and its id may be reused.

interface Entry {
  /** The served URL. */
  address: string
  /** Empty if the system does not provide it. */
  startedAt: string
}

const registryFolder = (folder: string) => join(folder, 'running')

/** The start time of a process in the system's units. Only Linux provides it without another program. */
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
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Records that a process serves this folder, until the current process exits. */
export function registerProcess(folder: string, address: string, pid: number | undefined = process.pid): void {
  if (pid === undefined) return
  const file = join(registryFolder(folder), String(pid))
  const entry: Entry = { address, startedAt: processStartTime(pid) }
  mkdirSync(registryFolder(folder), { recursive: true })
  writeFileSync(file, JSON.stringify(entry))
  process.on('exit', () => rmSync(file, { force: true }))
}

/** Returns the URL at which the folder is served, or null. Removes the files of processes that have ended. */
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

/** Null if the file is incomplete. */
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
