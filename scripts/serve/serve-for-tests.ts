import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashPassword } from '#server/auth/password-hash.ts'
import { admins } from '#server/db/schema/admins.ts'
import { Bucket } from '../../tests/fakes/cloud-storage/bucket.ts'
import { startCloudStorage } from '../../tests/fakes/cloud-storage/server.ts'
import { gatewayAt, SECRETS } from '../../tests/fakes/razorpay/keys.ts'
import { startRazorpay } from '../../tests/fakes/razorpay/server.ts'
import { PROVIDER_KEYS } from '../../tests/fakes/second-backend/keys.ts'
import { startSecondBackend } from '../../tests/fakes/second-backend/server.ts'
import {
  BANK_PORT,
  CLOUD_STORAGE_PORT,
  PROVIDER_PORT,
  SECOND_BACKEND_PORT,
  SITE_PORTS,
  SITES_READY,
  type SiteName
} from '../../tests/ports.ts'
import { buildOrExit, builtWorker } from '../build/build.ts'
import { DEMO_ADMIN } from '../demo/people.ts'
import { exitIfPortTaken } from '../kit/ports.ts'
import { stopChildrenOnExit } from '../kit/processes.ts'
import {
  EXAMPLE_ENVIRONMENT,
  EXTERNAL_ENVIRONMENT,
  localUrl,
  publicVariables,
  ROOT,
  readEnvFile,
  writeEnvironment,
  writeTestEnvironment
} from '../kit/settings.ts'
import { newVapidKeys } from '../kit/vapid-keys.ts'
import { startLocalWorker } from './local-worker.ts'
import { insertStatement } from './seed.ts'
import { migrate, prepareState, type State, withBindings } from './state.ts'

// Serves the built Worker for the end-to-end tests, once for each requested site. Each site has its own fresh demo, so
// that phone and desktop tests can book the same slot; the empty one has none. The variables are those of the example.
//
// The card site uses a fake card provider instead of the sandbox. The external site is built for an external backend.
// That backend, its card provider and its cloud storage run in this process.

const STATE_ROOT = join(ROOT, '.wrangler/e2e')
const { positionals } = parseArgs({ allowPositionals: true })
const SERVER_PORTS = [SECOND_BACKEND_PORT, PROVIDER_PORT, CLOUD_STORAGE_PORT, BANK_PORT]
const isWanted = (site: SiteName) => positionals.includes(site)

/** Serves a site in this process. A process of its own would load wrangler again for each site. */
async function serveSite(site: SiteName, { environment, folder }: State, config = builtWorker()): Promise<void> {
  const variables = readEnvFile(environment)
  await startLocalWorker({ config, folder, port: SITE_PORTS[site], variables })
}

/** The external site's variables, with the ports of this run. */
function externalEnvironment(): string {
  const file = join(STATE_ROOT, 'external.env')
  const servers = {
    PUBLIC_API_BASE_URL: localUrl(SECOND_BACKEND_PORT),
    PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST: `localhost:${CLOUD_STORAGE_PORT}`
  }
  return writeEnvironment(file, EXTERNAL_ENVIRONMENT, servers)
}

async function serveExternal(): Promise<void> {
  const environment = externalEnvironment()
  await buildOrExit(environment, '.wrangler/external')
  const { origin: provider } = await startRazorpay({ ...PROVIDER_KEYS, port: PROVIDER_PORT })
  const site = localUrl(SITE_PORTS.external)
  await startSecondBackend({ requiresNumbers: true, port: SECOND_BACKEND_PORT, provider, site })
  const bucket = new Bucket(publicVariables(environment).PUBLIC_FIREBASE_STORAGE_BUCKET ?? '')
  await startCloudStorage(bucket, CLOUD_STORAGE_PORT)
  await serveSite('external', { environment, folder: join(STATE_ROOT, 'external') }, builtWorker('.wrangler/external'))
}

async function serveDemo(site: SiteName, seeded: State): Promise<void> {
  const ownState = { ...seeded, folder: join(STATE_ROOT, site) }
  cpSync(seeded.folder, ownState.folder, { recursive: true })
  await serveSite(site, ownState)
}

/** A new installation: the owner has an account, and nothing else is there. */
async function serveEmpty({ environment }: State): Promise<void> {
  const state = { environment, folder: join(STATE_ROOT, 'empty') }
  await migrate(state)
  const { password, ...owner } = DEMO_ADMIN
  const row = { ...owner, created_at: new Date(), password_hash: await hashPassword(password), role: 'owner' }
  await withBindings(state, ({ DB }) => insertStatement(DB, admins, [row]).run())
  await serveSite('empty', state)
}

async function serveWithCards(seeded: State): Promise<void> {
  const { origin } = await startRazorpay({ ...SECRETS, port: BANK_PORT })
  const environment = writeEnvironment(join(STATE_ROOT, 'card.env'), seeded.environment, gatewayAt(origin))
  await serveDemo('card', { ...seeded, environment })
}

async function serveEmbedded(): Promise<void> {
  const environment = writeTestEnvironment(join(STATE_ROOT, 'demo.env'), newVapidKeys())
  const seeded = { environment, folder: join(STATE_ROOT, 'demo') }
  await prepareState(seeded)
  await Promise.all([
    isWanted('card') && serveWithCards(seeded),
    isWanted('empty') && serveEmpty(seeded),
    isWanted('phone') && serveDemo('phone', seeded),
    isWanted('desktop') && serveDemo('desktop', seeded)
  ])
}

stopChildrenOnExit(0)
for (const port of [...Object.values(SITE_PORTS), ...SERVER_PORTS]) await exitIfPortTaken(port)
rmSync(STATE_ROOT, { force: true, recursive: true })
const isEmbeddedWanted = positionals.some(site => site !== 'external')
if (isEmbeddedWanted) await buildOrExit(EXAMPLE_ENVIRONMENT)
await Promise.all([isWanted('external') && serveExternal(), isEmbeddedWanted && serveEmbedded()])
console.log(SITES_READY)
