import { join } from 'node:path'
import { EXAMPLE_ENVIRONMENT, writeTestEnvironment } from '../kit/settings.ts'
import { buildOrExit, builtWorker } from './build.ts'

/** The API tests need a current build with the example's variables, whatever this machine's variables are. */
export async function setup(): Promise<void> {
  await buildOrExit(EXAMPLE_ENVIRONMENT)
  writeTestEnvironment(join(builtWorker(), '../.dev.vars'))
}
