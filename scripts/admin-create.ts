import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { hashPassword } from '#server/auth/passwords.ts'
import { newId } from '#server/runtime/ids.ts'
import { emailFrom, executeArgs, newPassword, passwordMisfit, reasonIn, statementFor } from './kit/admin-account.ts'
import { readOptions } from './kit/options.ts'
import { runTool, stopTogether } from './kit/processes.ts'
import { refuse, stateDir } from './kit/settings.ts'

// The only way to an admin's account (design.md §8): whoever can write the database makes it, never a request.

const USAGE =
  'npm run admin:create -- --email somebody@example.in [--name "Asha Rao"] [--remote] [--reset] [--password-stdin]'

const OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  remote: { type: 'boolean' },
  reset: { type: 'boolean' }
} as const

/** Typed on a terminal, where it does not show; nothing typed stands for one that is made. */
function typed(): Promise<string> {
  process.stdout.write('Password (leave it empty for a random one): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  lines.on('SIGINT', () => process.exit(130))
  return new Promise(resolve => {
    lines.question('', line => {
      lines.close()
      process.stdout.write('\n')
      resolve(line)
    })
  })
}

async function passwordWanted(isPiped: boolean): Promise<string> {
  if (isPiped) return (await textOf(process.stdin)).replace(/\r?\n$/, '')
  return process.stdin.isTTY ? typed() : ''
}

/** Runs the statement from a file that nobody else may read, and that is gone in any case. */
async function write(statement: string, remote: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'scootstay-'))
  process.once('exit', () => rmSync(folder, { force: true, recursive: true }))
  const file = join(folder, 'admin.sql')
  writeFileSync(file, statement, { mode: 0o600 })
  return runTool('wrangler', executeArgs(file, remote ? { remote } : { folder: stateDir(), remote }), {
    output: 'keep'
  })
}

stopTogether(130)
const { values } = readOptions({ options: OPTIONS, usage: USAGE })
const { email: address, name, 'password-stdin': isPiped = false, remote = false, reset = false } = values
const account = emailFrom(address)
if ('sentence' in account) refuse(account.sentence)
const chosen = await passwordWanted(isPiped)
const password = chosen === '' && !isPiped ? newPassword() : chosen
const misfit = passwordMisfit(password)
if (misfit !== null) refuse(misfit)

const { email } = account
const statement = statementFor(
  {
    created_at: Math.floor(Date.now() / 1000),
    email,
    id: newId(),
    name: name?.trim() || null,
    password_hash: await hashPassword(password)
  },
  reset
)
const { printed, succeeded } = await write(statement, remote)
if (!succeeded) refuse(reasonIn(printed, email))
console.log(`${email} can sign in at /admin/auth now.`)
if (chosen === '') console.log(`Password: ${password}   (it is shown this once, and kept nowhere)`)
// The channel to whoever started this would keep it waiting.
process.exit()
