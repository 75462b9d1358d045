// Runs one of the project's commands on a machine that has only Node 20 and npm: `node scripts/run.mjs start`. It is
// plain JavaScript without packages, because it installs the packages. The commands are TypeScript and run on the Node
// version that the packages contain.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const MODULES = join(ROOT, 'node_modules')
const WINDOWS = process.platform === 'win32'
const NODE = join(MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node')
const OLDEST_NODE = 20
const PARENT = process.ppid
const WATCH_MS = 500

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {}
}

/** Compares npm's record of the installed packages with the lockfile. npm writes that record last. */
function isInstalled() {
  const present = packagesOf(join(MODULES, '.package-lock.json'))
  const asked = Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).filter(([path]) => path !== '')
  const isThere = ([path, { optional, version }]) =>
    path in present ? present[path].version === version : optional === true
  return existsSync(NODE) && asked.every(isThere)
}

function install() {
  console.log('Installing packages. This takes about a minute, only once …')
  // npm replaces the Node in node_modules, so it must not run on that one.
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: WINDOWS,
    stdio: ['ignore', 'ignore', 'inherit']
  })
  if (status !== 0 || !existsSync(NODE)) {
    console.error('Installing packages failed. `npm ci` shows the reason.')
    process.exit(1)
  }
}

/** A signal to npm ends only the shell between npm and this process. A changed parent id shows that. */
function isAbandoned() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== PARENT
}

/** Runs the command and forwards signals. The IPC channel tells the command when this process ends. */
function execute(command, args) {
  const child = spawn(NODE, ['--no-warnings', join(ROOT, 'scripts', `${command}.ts`), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: [join(MODULES, '.bin'), process.env.PATH].join(delimiter) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc']
  })
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  setInterval(() => isAbandoned() && child.kill('SIGTERM'), WATCH_MS)
  child.on('exit', code => process.exit(code ?? 1))
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(`This needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`)
  process.exit(1)
}
const [command = 'start', ...args] = process.argv.slice(2)
if (!isInstalled()) install()
if (!isAbandoned()) execute(command, args)
