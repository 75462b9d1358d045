import { useStore as useLiveStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LoadBoundary } from '#islands/ui/feedback/load-boundary.tsx'
import { currentTime } from '#stores/kit/current-time.ts'
import { applyEntries, type SsrEntries, type SsrValues, type Store, ssrValue } from '#stores/kit/ssr-values.ts'

interface RenderedPage {
  ssrValues: SsrValues
  /** Server render time; null if the page has no initial data. */
  now: Date | null
}

const EMPTY_PAGE_DATA: RenderedPage = { ssrValues: new Map(), now: null }
const PageDataContext = createContext<RenderedPage>(EMPTY_PAGE_DATA)

interface RenderedData {
  /** Render time, an ISO instant. */
  now: string
}

interface Props<Data extends RenderedData> {
  children: ReactNode
  toSsrEntries: (initialData: Data) => SsrEntries
  /** The page's SSR data. If undefined, stores start with their defaults and load their data. */
  initialData: Data | undefined
}

/**
 * The root of an island. It subscribes the island to its stores in the task that hydrates it. By default, React
 * subscribes in a later task. If the visitor makes a choice in between, the island misses the change and React restores
 * the previous choice.
 */
export function Island({ children }: { children: ReactNode }) {
  const [, setHydrated] = useState(false)
  // A new state in a layout effect makes React run all effects at once.
  useLayoutEffect(() => setHydrated(true), [])
  return <LoadBoundary>{children}</LoadBoundary>
}

/** The root of an island with initial data: the server renders from it, and the browser sets the stores from it. */
export function InitialDataProvider<Data extends RenderedData>(page: Props<Data>) {
  return (
    // Outside of what sets the stores, which may fail too.
    <Island>
      <PageData {...page} />
    </Island>
  )
}

function PageData<Data extends RenderedData>({ children, toSsrEntries, initialData }: Props<Data>) {
  const [page] = useState<RenderedPage>(() => {
    if (!initialData) return EMPTY_PAGE_DATA
    const entries = toSsrEntries(initialData)
    // Set the stores before components subscribe to them.
    const now = new Date(initialData.now)
    if (typeof document !== 'undefined') applyEntries(entries, now)
    return { ssrValues: new Map(entries), now }
  })
  return <PageDataContext value={page}>{children}</PageDataContext>
}

/** The value of a store. During SSR and hydration, it is the SSR value of the page. */
export function useStore<Value>(store: Store<Value>): Value {
  const { ssrValues } = use(PageDataContext)
  return useLiveStore(store, { ssr: () => ssrValue(ssrValues, store) as Value })
}

/** When the server rendered the page; null if the page has no initial data. */
function useServerRenderTime(): Date | null {
  return use(PageDataContext).now
}

export interface FormStores<Fields> {
  $errors: Store<{ readonly [Name in keyof Fields]?: string }>
  $fields: Store<Fields>
  setField: <Name extends keyof Fields & string>(name: Name, value: Fields[Name]) => void
}

/** The props that connect a control to its form field. */
export function useFormField<Fields, Name extends keyof Fields & string>(form: FormStores<Fields>, name: Name) {
  const { [name]: error } = useStore(form.$errors)
  const { [name]: value } = useStore(form.$fields)
  return { error, name, onChange: (typed: Fields[Name]) => form.setField(name, typed), value }
}

/** The current time, updated at `intervalMs`. First the server's render time, so that hydration matches, or null. */
export function useNow(intervalMs: number): Date | null {
  const [now, setNow] = useState<Date | null>(useServerRenderTime())
  useEffect(() => {
    const tick = () => setNow(currentTime())
    tick()
    const timer = setInterval(tick, intervalMs)
    // Browsers throttle timers in hidden tabs, so update at once when the page is visible again.
    const tickIfVisible = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', tickIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tickIfVisible)
    }
  }, [intervalMs])
  return now
}

/** The time of this render. During hydration, it is the server's render time, so that both outputs match. */
export function useRenderTime(): Date {
  const pageTime = useServerRenderTime()
  const isHydrated = useIsHydrated()
  return pageTime && !isHydrated ? pageTime : currentTime()
}

const subscribeToNothing = () => () => undefined

/** False on the server and during hydration, true after it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
}
