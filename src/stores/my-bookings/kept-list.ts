import * as v from 'valibot'
import { type deviceStorageItem, parseJson } from '#client/device/storage.ts'
import { accountId, storedToken } from '#client/session/token.ts'

interface ListOptions<Kept> {
  idOf: (kept: Kept) => string
  item: ReturnType<typeof deviceStorageItem>
  schema: v.GenericSchema<unknown, Kept>
}

/** What riders of this device have pressed, until the server has decided about it: send-kept.ts. */
export function createKeptList<Kept extends { account: string }>({ idOf, item, schema }: ListOptions<Kept>) {
  /** Of all accounts. A device may still have a single return, as earlier versions kept it. */
  function readAll(): Kept[] {
    const { issues, output } = v.safeParse(v.array(schema), [parseJson(item.read() ?? '')].flat())
    return issues ? [] : output
  }

  function writeWithout(id: string, ...more: Kept[]): void {
    const kept = [...readAll().filter(each => idOf(each) !== id), ...more]
    if (kept.length === 0) item.remove()
    else item.write(JSON.stringify(kept))
  }

  return {
    forget: (id: string): void => writeWithout(id),
    keep: (kept: Kept): void => writeWithout(idOf(kept), kept),
    /** Those of another account wait until that account signs in again. */
    read: (): Kept[] => {
      const token = storedToken()
      return token === null ? [] : readAll().filter(({ account }) => account === accountId(token))
    }
  }
}
