import type { ComponentType } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $none, type LateDialogs } from '#stores/admin/late-dialogs.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

/** Nothing before the first press that needs one. */
export function Late({ dialogs }: { dialogs: LateDialogs<{ Dialogs: ComponentType }> }) {
  const loaded = useStore(dialogs.$dialogs)
  return loaded && <loaded.Dialogs />
}

/** The value of a store that loads with dialogs; null before. */
export function useLate<Dialogs, Value>(
  { $dialogs }: LateDialogs<Dialogs>,
  storeOf: (dialogs: Dialogs) => Store<Value>
): Value | null {
  const loaded = useStore($dialogs)
  return useStore<Value | null>(loaded ? storeOf(loaded) : $none)
}

/** The props of buttons that open one. Each needs a name of its own, and is busy while they load. */
export function useOpen<Dialogs>({ $pressed, open }: LateDialogs<Dialogs>) {
  const pressed = useStore($pressed)
  return (name: string, act: (dialogs: Dialogs) => unknown) => ({
    isBusy: pressed === name,
    onClick: () => void open(name, act)
  })
}
