import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './settings.ts'

// Every tool runs in its own process group, so that stopping it also stops its child processes.

const STOP_TIMEOUT_MS = 4_000
const POLL_MS = 50

const TOOLS = {
  astro: 'astro/bin/astro.mjs',
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  playwright: 'playwright/cli.js',
  tsc: 'typescript-native/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  wrangler: 'wrangler/bin/wrangler.js'
} as const

type Tool = keyof typeof TOOLS

/** Reduces the tools' output and network requests, and caches their compiled code. */
const ENVIRONMENT = {
  ASTRO_TELEMETRY_DISABLED: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Saves a fifth of the start time of wrangler and of test files with a page.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
  WRANGLER_HIDE_BANNER: 'true',
  // Scripts parse this output, so it must not depend on the log level of this process.
  WRANGLER_LOG: 'log',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  // A database of its own, into which wrangler writes every request. It has no other switch.
  X_LOCAL_OBSERVABILITY: 'false',
  ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0', NO_COLOR: '1' })
}

interface Options {
  variables?: Record<string, string>
  /** 'show' passes the tool's output on; 'keep' returns it. */
  output?: 'keep' | 'show'
}

const running = new Set<ChildProcess>()

export function startTool(tool: Tool, args: readonly string[], { output, variables }: Options = {}): ChildProcess {
  return startProgram(process.execPath, [join(ROOT, 'node_modules', TOOLS[tool]), ...args], { output, variables })
}

export function startProgram(
  program: string,
  args: readonly string[],
  { output = 'show', variables }: Options = {}
): ChildProcess {
  const stream = output === 'show' ? 'inherit' : 'pipe'
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: process.platform !== 'win32',
    env: { ...process.env, ...ENVIRONMENT, ...variables },
    stdio: ['ignore', stream, stream]
  })
  running.add(child)
  child.once('exit', () => {
    signalGroup(child, 'SIGKILL')
    running.delete(child)
  })
  return child
}

export interface ProcessResult {
  succeeded: boolean
  output: string
}

export function runTool(tool: Tool, args: readonly string[], options: Options = {}): Promise<ProcessResult> {
  return waitForExit(startTool(tool, args, options))
}

export function runProgram(program: string, args: readonly string[], options: Options = {}): Promise<ProcessResult> {
  return waitForExit(startProgram(program, args, options))
}

function waitForExit(child: ChildProcess): Promise<ProcessResult> {
  let output = ''
  // The bytes of one character may arrive in two chunks.
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  return new Promise(resolve => {
    child.once('error', error => resolve({ output: output + error.message, succeeded: false }))
    child.once('close', code => resolve({ output, succeeded: code === 0 }))
  })
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  try {
    return process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // The group has no processes left.
    return false
  }
}

/** Sends SIGTERM to the group, and SIGKILL after a timeout. */
async function stop(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  signalGroup(child, 'SIGTERM')
  while (signalGroup(child, 0) && Date.now() < deadline) await sleep(POLL_MS)
  signalGroup(child, 'SIGKILL')
}

export function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

let isStoppingNow = false

/** True while the tools are being stopped, so that their exit is not an error. */
export function isStopping(): boolean {
  return isStoppingNow
}

/** Stops all tools on Ctrl-C, when the terminal closes, or when the parent process ends. */
export function stopChildrenOnExit(exitCode: number): void {
  const end = async () => {
    if (isStoppingNow) return
    isStoppingNow = true
    await Promise.all([...running].map(stop))
    process.exit(exitCode)
  }
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, end)
  process.on('exit', () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  })
}
