import { randomUUID } from 'node:crypto'

export interface StoredFile {
  bytes: Buffer
  contentType: string
  token: string
}

/** What to do to uploads into a folder: refuse them, fail, break off, or hold them from the second part on. */
export type Fault = 'break off' | 'fail' | 'hold' | 'refuse'

const LIMIT = 5_242_880
const FOLDERS = /^(licenses|properties)\/[^/]+(\/[^/]+)?$/

/** A bucket under rules that let anybody add a picture, and nobody read, list, change or delete one. */
export class Bucket {
  readonly name: string
  readonly objects = new Map<string, StoredFile>()
  readonly #faults = new Map<string, Fault>()
  readonly #held = new Map<string, (() => void)[]>()

  constructor(name: string) {
    this.name = name
  }

  mayAdd(path: string, size: number, contentType: string): boolean {
    return FOLDERS.test(path) && !this.objects.has(path) && size <= LIMIT && contentType.startsWith('image/')
  }

  add(path: string, bytes: Buffer, contentType: string): StoredFile {
    const kept = { bytes, contentType, token: randomUUID() }
    this.objects.set(path, kept)
    return kept
  }

  paths(): string[] {
    return [...this.objects.keys()]
  }

  /** As it was on the first day: nothing kept, no trouble. */
  empty(): void {
    this.objects.clear()
    for (const folder of this.#faults.keys()) this.setFault(folder, null)
  }

  /** Null ends a fault, and lets go what it held. */
  setFault(folder: string, fault: Fault | null): void {
    if (fault !== null) this.#faults.set(folder, fault)
    else this.#faults.delete(folder)
    for (const resume of this.#held.get(folder) ?? []) resume()
    this.#held.delete(folder)
  }

  faultFor(path: string): Fault | undefined {
    return [...this.#faults].find(([folder]) => path.startsWith(folder))?.[1]
  }

  /** Until the trouble with this path's folder is over. */
  waitForRelease(path: string): Promise<void> {
    const [folder] = [...this.#faults].find(([folder, fault]) => fault === 'hold' && path.startsWith(folder)) ?? []
    if (folder === undefined) return Promise.resolve()
    return new Promise(resolve => this.#held.set(folder, [...(this.#held.get(folder) ?? []), resolve]))
  }
}
