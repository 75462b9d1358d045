import { join } from 'node:path'
import { EXAMPLE_ENVIRONMENT, writeTestEnvironment } from '../kit/settings.ts'
import { buildOrExit, builtWorker } from './build.ts'

/** The API's tests run on the built Worker, never on yesterday's, and whatever this machine's variables are. */
export async function setup(): Promise<void> {
  await buildOrExit(EXAMPLE_ENVIRONMENT)
  writeTestEnvironment(join(builtWorker(), '../.dev.vars'))
}
