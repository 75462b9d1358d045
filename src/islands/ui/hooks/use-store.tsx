import { useStore as useLiveStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useState } from 'react'
import { type Entries, fill, type Given, type Store, valueIn } from '#stores/kit/ssr-values.ts'

interface Page {
  given: Given
  /** When it was drawn; null where it came without data. */
  now: Date | null
}

const EMPTY: Page = { given: new Map(), now: null }
const PageContext = createContext<Page>(EMPTY)

interface Drawn {
  /** When it was so, an instant in ISO. */
  now: string
}

interface Props<Came extends Drawn> {
  children: ReactNode
  entriesOf: (start: Came) => Entries
  /** What the page came with; without it, stores begin with what they begin with, and ask. */
  start: Came | undefined
}

/** The root of an island that comes with its data: drawn from that on the server, and begun with it in the browser. */
export function Start<Came extends Drawn>({ children, entriesOf, start }: Props<Came>) {
  const [page] = useState<Page>(() => {
    if (!start) return EMPTY
    const entries = entriesOf(start)
    // Before anybody listens to them.
    const now = new Date(start.now)
    if (typeof document !== 'undefined') fill(entries, now)
    return { given: new Map(entries), now }
  })
  return <PageContext value={page}>{children}</PageContext>
}

/** What the store holds; on the server, and while the page that it drew comes alive, what the page was given. */
export function useStore<Value>(store: Store<Value>): Value {
  const { given } = use(PageContext)
  return useLiveStore(store, { ssr: () => valueIn(given, store) as Value })
}

/** When the page was drawn on the server; null where it came without data. */
export function usePageTime(): Date | null {
  return use(PageContext).now
}
