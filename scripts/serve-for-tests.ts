import { appendFileSync, copyFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Bucket } from '../tests/cloud-storage/bucket.ts'
import { startCloudStorage } from '../tests/cloud-storage/server.ts'
import { BANK_PORT, gatewayAt, SECRETS } from '../tests/razorpay/keys.ts'
import { startRazorpay } from '../tests/razorpay/server.ts'
import { PROVIDER_KEYS, PROVIDER_PORT } from '../tests/second-backend/keys.ts'
import { startSecondBackend } from '../tests/second-backend/server.ts'
import { buildOrRefuse } from './build.ts'
import { stopTogether } from './processes.ts'
import { refuseTakenPort, serveBuilt } from './serve.ts'
import {
  addressOf,
  backendIn,
  EXAMPLE_ENVIRONMENT,
  EXTERNAL_ENVIRONMENT,
  publicVariables,
  ROOT,
  writeTestEnvironment
} from './settings.ts'
import { prepareState, type State } from './state.ts'

// The built Worker for the end-to-end tests, once for each port that is asked for: each with a fresh demo of its own,
// so that a phone and a desktop may book the same slot, and with the example's variables whatever this machine's are.
// On the port of --card, the same with the card provider's protocol in place of the sandbox, and that provider beside it.
// On the port of --external, the site that is built for a backend elsewhere; that backend, its card provider and the
// cloud storage the site is built for on their own.

const STATES = join(ROOT, '.wrangler/e2e')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { card: { type: 'string' }, external: { type: 'string' } }
})
const embedded = positionals.map(Number)
const secondBackend = Number(new URL(backendIn(EXTERNAL_ENVIRONMENT)).port)
const cloud = publicVariables(EXTERNAL_ENVIRONMENT)
const cloudStorage = Number(new URL(`http://${cloud.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST}`).port)

async function serveExternal(port: number): Promise<void> {
  await refuseTakenPort(port)
  await refuseTakenPort(secondBackend)
  await refuseTakenPort(cloudStorage)
  await refuseTakenPort(PROVIDER_PORT)
  await buildOrRefuse(EXTERNAL_ENVIRONMENT, '.wrangler/external')
  const { origin: provider } = await startRazorpay({ ...PROVIDER_KEYS, port: PROVIDER_PORT })
  await startSecondBackend({ port: secondBackend, provider, site: addressOf(port) })
  await startCloudStorage(new Bucket(cloud.PUBLIC_FIREBASE_STORAGE_BUCKET ?? ''), cloudStorage)
  const state = { environment: EXTERNAL_ENVIRONMENT, folder: join(STATES, 'external') }
  await serveBuilt(port, state, '.wrangler/external')
}

async function serveDemo(port: number, seeded: State): Promise<void> {
  const own = { ...seeded, folder: join(STATES, String(port)) }
  cpSync(seeded.folder, own.folder, { recursive: true })
  await serveBuilt(port, own)
}

async function serveWithCards(port: number, seeded: State): Promise<void> {
  const { origin } = await startRazorpay({ ...SECRETS, port: BANK_PORT })
  const environment = join(STATES, 'card.env')
  copyFileSync(seeded.environment, environment)
  for (const [name, value] of Object.entries(gatewayAt(origin))) appendFileSync(environment, `${name}=${value}\n`)
  await serveDemo(port, { ...seeded, environment })
}

async function serveEmbedded(): Promise<void> {
  const withCards = values.card === undefined ? [] : [Number(values.card), BANK_PORT]
  for (const port of [...embedded, ...withCards]) await refuseTakenPort(port)
  await buildOrRefuse(EXAMPLE_ENVIRONMENT)
  const seeded = { environment: writeTestEnvironment(join(STATES, 'demo.env')), folder: join(STATES, 'demo') }
  await prepareState(seeded)
  if (values.card !== undefined) await serveWithCards(Number(values.card), seeded)
  for (const port of embedded) await serveDemo(port, seeded)
}

stopTogether(0)
rmSync(STATES, { force: true, recursive: true })
if (values.external !== undefined) await serveExternal(Number(values.external))
await serveEmbedded()
