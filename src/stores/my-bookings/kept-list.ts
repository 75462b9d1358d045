import * as v from 'valibot'
import { type deviceStorageItem, parseJson } from '#client/device/storage.ts'
import { accountId, storedToken } from '#client/session/token.ts'

interface ListOptions<Kept> {
  idOf: (kept: Kept) => string
  item: ReturnType<typeof deviceStorageItem>
  schema: v.GenericSchema<unknown, Kept>
}

/** Each entry is read alone: one that cannot be read, such as one of another version, hides no other. */
export const readable = <Entry>(schema: v.GenericSchema<unknown, Entry>, entries: readonly unknown[]): Entry[] =>
  entries.flatMap(entry => {
    const { issues, output } = v.safeParse(schema, entry)
    return issues ? [] : [output]
  })

/** What riders of this device have pressed, until the server has decided about it: send-kept.ts. */
export function createKeptList<Kept extends { account: string }>({ idOf, item, schema }: ListOptions<Kept>) {
  /** Of all accounts. A device may still have a single return, as earlier versions kept it. */
  function readAll(): Kept[] {
    return readable(schema, [parseJson(item.read() ?? '')].flat())
  }

  function writeWithout(id: string, ...more: Kept[]): boolean {
    const kept = [...readAll().filter(each => idOf(each) !== id), ...more]
    return kept.length === 0 ? item.remove() : item.write(JSON.stringify(kept))
  }

  return {
    forget: (id: string): boolean => writeWithout(id),
    /** Returns whether it is kept: the storage of the device may be full. */
    keep: (kept: Kept): boolean => writeWithout(idOf(kept), kept),
    /** Those of another account wait until that account signs in again. */
    read: (): Kept[] => {
      const token = storedToken()
      return token === null ? [] : readAll().filter(({ account }) => account === accountId(token))
    }
  }
}
