import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Which processes serve the data in a folder: a file each, named by the process's id, that goes with it. One that is left
// by a killed process says when that process began, so that another of the same id is not taken for it.

interface Entry {
  /** Where it serves. */
  address: string
  /** Empty where the system does not tell. */
  began: string
}

const filesIn = (folder: string) => join(folder, 'running')

/** When a process began, as the system counts it. Linux alone tells it without another program. */
function beganAt(pid: number): string {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/)
    return fields.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process may not be signalled, and is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Says that a process serves what is in the folder, until this process ends. */
export function noteRunning(folder: string, address: string, pid: number | undefined = process.pid): void {
  if (pid === undefined) return
  const file = join(filesIn(folder), String(pid))
  const entry: Entry = { address, began: beganAt(pid) }
  mkdirSync(filesIn(folder), { recursive: true })
  writeFileSync(file, JSON.stringify(entry))
  process.on('exit', () => rmSync(file, { force: true }))
}

/** Where what is in the folder is served now, or null. Files of processes that are gone are removed. */
export function runningOn(folder: string): string | null {
  const files = filesIn(folder)
  let found: string | null = null
  for (const name of namesIn(files)) {
    const pid = Number(name)
    const entry = isAlive(pid) ? entryIn(join(files, name)) : null
    if (entry?.began === beganAt(pid)) found = entry.address
    else rmSync(join(files, name), { force: true })
  }
  return found
}

/** Null for a file that was not written to its end. */
function entryIn(file: string): Entry | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}
