import { AsyncLocalStorage } from 'node:async_hooks'

// A module in front of the built Worker. A header of a request sets the clock for it.

interface Worker {
  fetch: (request: Request, ...rest: unknown[]) => Promise<Response>
}

export function withClock(worker: Worker, header: string): Worker {
  const RealDate = Date
  const ahead = new AsyncLocalStorage<number>()
  const now = () => RealDate.now() + (ahead.getStore() ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, called) => Reflect.construct(target, args.length === 0 ? [now()] : args, called),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name))
  })
  return {
    ...worker,
    fetch: (request, ...rest) => {
      const at = request.headers.get(header)
      return ahead.run(at === null ? 0 : Number(at) - RealDate.now(), () => worker.fetch(request, ...rest))
    }
  }
}
