import { atom } from 'nanostores'
import type { LazyPart } from '#client/device/lazy-part.ts'
import * as appShellText from '#messages/app-shell.ts'
import { whileBusy } from '#stores/kit/requests.ts'

/** For a store of dialogs that have not loaded. */
export const $none = atom(null)

/** The forms and dialogs of a screen, with their stores, which load with the first press that needs them. */
export function createLazyDialogs<Dialogs>(part: LazyPart<Dialogs>) {
  /** Null until they have loaded. */
  const $dialogs = atom<Dialogs | null>(null)
  /** What was pressed: it is busy while they load. */
  const $pressed = atom<string | null>(null)
  const busy = (pressed: string) => ({
    get: () => $pressed.get() !== null,
    set: (isBusy: boolean) => $pressed.set(isBusy ? pressed : null)
  })

  async function load(): Promise<Dialogs> {
    const dialogs = await part.load()
    $dialogs.set(dialogs)
    return dialogs
  }

  async function open(pressed: string, act: (dialogs: Dialogs) => unknown): Promise<void> {
    const loaded = $dialogs.get()
    if (loaded) return void act(loaded)
    await whileBusy(busy(pressed), appShellText.pageIncomplete, async () => {
      const dialogs = await load()
      return () => act(dialogs)
    })
  }

  return { $dialogs, $pressed, load, open }
}

export type LazyDialogs<Dialogs> = ReturnType<typeof createLazyDialogs<Dialogs>>
