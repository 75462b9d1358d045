import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptionsFrom } from 'wrangler'
import { builtWorker } from '../build/build.ts'

// Serves a built Worker in workerd for tests. `wrangler dev` and wrangler's test harness put a second workerd in front
// of it, which takes as long to start as the Worker, and 40 % of a request's CPU time.

const NAME = 'built'
/** miniflare's header that sends a request to a Worker itself, past its static files. */
export const headersTo = (worker = NAME) => ({ 'MF-Route-Override': worker })

interface LocalWorkerOptions {
  /** wrangler's configuration beside the built Worker. */
  config?: string
  /** Modules in front of the built Worker, by name. The first takes the requests, and imports the entry by this name. */
  inFront?: (entry: string) => Record<string, string>
  /** The folder of wrangler's --persist-to; without it, the data ends with the Worker. */
  folder?: string
  /** A second Worker with the same database. */
  neighbour?: Pick<V4WorkerOptions, 'name'> & { script: string }
  port?: number
  /** Added to those of .dev.vars beside the configuration. */
  variables?: Record<string, string>
}

export type LocalWorker = Awaited<ReturnType<typeof startLocalWorker>>

export async function startLocalWorker({
  config = builtWorker(),
  folder,
  inFront = () => ({}),
  neighbour,
  port = 0,
  variables
}: LocalWorkerOptions) {
  const root = dirname(config)
  const { main = '', workerOptions } = workerOptionsFrom(config)
  const { modulesRules: _, ...rest } = workerOptions
  // wrangler's type has lost these in an index signature.
  const options = rest as Pick<V4WorkerOptions, 'bindings' | 'compatibilityDate' | 'd1Databases'>
  const entry = basename(main)
  const files = globSync('**/*.mjs', { cwd: root }).filter(file => file !== entry)
  const modules = [
    ...Object.entries(inFront(entry)).map(([name, contents]) => ({ contents, path: join(root, name) })),
    ...[entry, ...files].map(file => ({ path: join(root, file) }))
  ].map(module => ({ ...module, type: 'ESModule' as const }))
  const { compatibilityDate, d1Databases } = options
  const logs: string[] = []
  const server = new Miniflare(
    convertV4MiniflareOptions({
      handleStructuredLogs: ({ message }) => void logs.push(message),
      host: '127.0.0.1',
      port,
      ...(folder && { resourcePersistencePath: join(folder, 'v3') }),
      unsafeTriggerHandlers: true,
      workers: [
        { ...options, bindings: { ...options.bindings, ...variables }, modules, modulesRoot: root, name: NAME },
        ...(neighbour ? [{ ...neighbour, compatibilityDate, d1Databases, modules: true as const }] : [])
      ]
    })
  )
  return { logs, server, url: await server.ready }
}
