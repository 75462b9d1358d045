import { useStore as useLiveStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useState } from 'react'
import { applyEntries, type SsrEntries, type SsrValues, type Store, ssrValue } from '#stores/kit/ssr-values.ts'

interface PageData {
  ssrValues: SsrValues
  /** When it was drawn; null where it came without data. */
  now: Date | null
}

const EMPTY_PAGE_DATA: PageData = { ssrValues: new Map(), now: null }
const PageDataContext = createContext<PageData>(EMPTY_PAGE_DATA)

interface RenderedData {
  /** When it was so, an instant in ISO. */
  now: string
}

interface Props<Data extends RenderedData> {
  children: ReactNode
  toSsrEntries: (start: Data) => SsrEntries
  /** What the page came with; without it, stores begin with what they begin with, and ask. */
  initialData: Data | undefined
}

/** The root of an island that comes with its data: drawn from that on the server, and begun with it in the browser. */
export function InitialDataProvider<Data extends RenderedData>({ children, toSsrEntries, initialData }: Props<Data>) {
  const [page] = useState<PageData>(() => {
    if (!initialData) return EMPTY_PAGE_DATA
    const entries = toSsrEntries(initialData)
    // Before anybody listens to them.
    const now = new Date(initialData.now)
    if (typeof document !== 'undefined') applyEntries(entries, now)
    return { ssrValues: new Map(entries), now }
  })
  return <PageDataContext value={page}>{children}</PageDataContext>
}

/** What the store holds; on the server, and while the page that it drew comes alive, what the page was given. */
export function useStore<Value>(store: Store<Value>): Value {
  const { ssrValues } = use(PageDataContext)
  return useLiveStore(store, { ssr: () => ssrValue(ssrValues, store) as Value })
}

/** When the page was drawn on the server; null where it came without data. */
export function useServerRenderTime(): Date | null {
  return use(PageDataContext).now
}
