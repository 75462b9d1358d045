import { join } from 'node:path'
import { buildOrRefuse, builtWorker } from './build.ts'
import { EXAMPLE_ENVIRONMENT, writeTestEnvironment } from './settings.ts'

/** The API's tests run on the built Worker, never on yesterday's, and whatever this machine's variables are. */
export async function setup(): Promise<void> {
  await buildOrRefuse(EXAMPLE_ENVIRONMENT)
  writeTestEnvironment(join(builtWorker(), '../.dev.vars'))
}
