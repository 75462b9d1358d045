import { afterEach, beforeEach, vi } from 'vitest'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import { type ApiRequest, errorReply, type Reply, startApiServer } from '#tests/helpers/servers/api-server.ts'

// The browser tab of a signed-in rider, and a server whose replies each test can change.

type Replies = Record<string, Reply>

/** The requests of the tab. The replies are by path, or by method and path, such as 'PUT /api/profile'. */
export const network = { requests: [] as ApiRequest[], replies: {} as Replies }
export const requestsTo = (path: string) => network.requests.filter(request => request.path === path)
export const requestedPaths = () => network.requests.map(({ path }) => path)

startApiServer(request => {
  network.requests.push(request)
  const { method, path } = request
  const reply = network.replies[`${method} ${path}`] ?? network.replies[path]
  return reply?.(request) ?? errorReply('Not found', 404)
})

/** Unmounts the stores of the page, as a navigation does. */
export let leave = () => {}

/** Calls `stop` when the tab leaves its page. */
export function onLeave(stop: () => void): void {
  leave = stop
}

interface RiderTab {
  now: string
  path: string
  replies: () => Replies
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export function setUpRiderTab({ now, path, replies }: RiderTab): void {
  beforeEach(() => {
    startFakeClock(new Date(now))
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('token', 'rider')
    localStorage.setItem('userType', 'user')
    history.replaceState(null, '', path)
    leave = () => {}
    network.requests = []
    network.replies = replies()
  })
  afterEach(() => {
    leave()
    // A store stays mounted for a second after its last listener.
    vi.advanceTimersByTime(2000)
    vi.useRealTimers()
    sessionStorage.clear()
  })
}
