import { randomUUID } from 'node:crypto'

export interface StoredFile {
  bytes: Buffer
  contentType: string
  token: string
}

/**
 * The effect on uploads to a folder. 'break off' closes the connection; 'hold' keeps every part after the first
 * waiting; 'refuse' denies access; 'reject' finds the request wrong; 'garble' answers something else.
 */
export type Fault = 'break off' | 'fail' | 'garble' | 'hold' | 'refuse' | 'reject'

const LIMIT = 5_242_880
const FOLDERS = /^(licenses|properties)\/[^/]+(\/[^/]+)?$/

/** A bucket whose rules let anyone add a picture, and nobody read, list, change or delete one. */
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

  /** Deletes all objects and faults. */
  empty(): void {
    this.objects.clear()
    for (const folder of this.#faults.keys()) this.setFault(folder, null)
  }

  /** Null ends a fault and releases the uploads that it held. */
  setFault(folder: string, fault: Fault | null): void {
    if (fault !== null) this.#faults.set(folder, fault)
    else this.#faults.delete(folder)
    for (const resume of this.#held.get(folder) ?? []) resume()
    this.#held.delete(folder)
  }

  faultFor(path: string): Fault | undefined {
    return [...this.#faults].find(([folder]) => path.startsWith(folder))?.[1]
  }

  /** Resolves when the fault of this path's folder has ended. */
  waitForRelease(path: string): Promise<void> {
    const [folder] = [...this.#faults].find(([folder, fault]) => fault === 'hold' && path.startsWith(folder)) ?? []
    if (folder === undefined) return Promise.resolve()
    return new Promise(resolve => this.#held.set(folder, [...(this.#held.get(folder) ?? []), resolve]))
  }
}
