import type { ComponentType } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $none, type LazyDialogs } from '#stores/kit/lazy-dialogs.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

/** Nothing before the first press that needs one. */
export function LoadedDialogs({ dialogs }: { dialogs: LazyDialogs<{ Dialogs: ComponentType }> }) {
  const loaded = useStore(dialogs.$dialogs)
  return loaded && <loaded.Dialogs />
}

/** The value of a store that loads with dialogs; null before. */
export function useLazy<Dialogs, Value>(
  { $dialogs }: LazyDialogs<Dialogs>,
  storeOf: (dialogs: Dialogs) => Store<Value>
): Value | null {
  const loaded = useStore($dialogs)
  return useStore<Value | null>(loaded ? storeOf(loaded) : $none)
}

/** The props of buttons that open one. Each needs a name of its own, and is busy while they load. */
export function useOpen<Dialogs>({ $pressed, open }: LazyDialogs<Dialogs>) {
  const pressed = useStore($pressed)
  return (name: string, act: (dialogs: Dialogs) => unknown) => ({
    isBusy: pressed === name,
    onClick: () => void open(name, act)
  })
}
