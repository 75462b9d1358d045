import { afterAll, beforeAll, vi } from 'vitest'
import { emptyDatabase, env } from '#tests/helpers/db/local-d1.ts'
import { emptyBucket } from '#tests/helpers/db/local-r2.ts'
import { stopFaults } from '#tests/helpers/servers/fault-injection.ts'

// The files share one process. Each starts with an empty database and bucket, and with the same variables.

let variables: object
let bucket: object

beforeAll(() => {
  variables = { ...env }
  bucket = { ...env.UPLOADS }
  emptyDatabase()
  emptyBucket()
})

afterAll(() => {
  stopFaults()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name)
  Object.assign(env, variables)
  Object.assign(env.UPLOADS, bucket)
})
