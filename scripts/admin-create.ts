import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { hashPassword } from '#server/auth/password-hash.ts'
import { newId } from '#server/runtime/crypto.ts'
import {
  deleteAdminSql,
  deletionProblem,
  executeArgs,
  explainFailure,
  generatePassword,
  insertAdminSql,
  parseEmail,
  passwordProblem,
  queryArgs
} from './kit/admin-account.ts'
import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { exitWithError, stateDir } from './kit/settings.ts'
import { parseTrailingJson, runWrangler, withPrivateFile } from './kit/wrangler.ts'

// Only someone who can write to the database can create or delete admins. No request does.

const USAGE =
  'npm run admin:create -- --email somebody@example.in [--name "Asha Rao"] [--remote | --preview] [--reset] [--password-stdin], or npm run admin:create -- --delete somebody@example.in [--remote | --preview]'

const OPTIONS = {
  delete: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  preview: { type: 'boolean' },
  remote: { type: 'boolean' },
  reset: { type: 'boolean' }
} as const

/** Reads the password without echo. An empty one means a generated password. */
function promptPassword(): Promise<string> {
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

async function readPassword(isPiped: boolean): Promise<string> {
  if (isPiped) return (await textOf(process.stdin)).replace(/\r?\n$/, '')
  return process.stdin.isTTY ? promptPassword() : ''
}

function targetDatabase() {
  const kind = preview ? 'preview' : 'production'
  return remote || preview ? ({ kind } as const) : { folder: stateDir() }
}

const executeSql = (statement: string) =>
  withPrivateFile(statement, file => runWrangler(executeArgs(file, targetDatabase())))

async function deleteAdmin(typed: string): Promise<never> {
  if (address !== undefined || name !== undefined || reset || isPiped) {
    exitWithError(`--delete takes only --remote or --preview. ${USAGE}`)
  }
  const account = parseEmail(typed, '--delete')
  if ('sentence' in account) exitWithError(account.sentence)
  const { email } = account
  const at = Math.floor(Date.now() / 1000)
  const { output, succeeded } = await runWrangler(queryArgs(deleteAdminSql(email, at), targetDatabase()))
  if (!succeeded) exitWithError(explainFailure(output, email))
  const [row] = parseTrailingJson<{ results: { deleted_at: number | null }[] }[]>(output, []).at(-1)?.results ?? []
  const problem = deletionProblem(row, { at, email })
  if (problem !== null) exitWithError(problem)
  console.log(`${email} is no longer an admin. The sessions and the unused links have ended.`)
  process.exit()
}

stopChildrenOnExit(130)
const { values } = readOptions({ options: OPTIONS, usage: USAGE })
const { email: address, name, 'password-stdin': isPiped = false, preview, remote, reset = false } = values
if (values.delete !== undefined) await deleteAdmin(values.delete)
const account = parseEmail(address)
if ('sentence' in account) exitWithError(account.sentence)
const enteredPassword = await readPassword(isPiped)
const password = enteredPassword === '' && !isPiped ? generatePassword() : enteredPassword
const problem = passwordProblem(password)
if (problem !== null) exitWithError(problem)

const { email } = account
const statement = insertAdminSql(
  {
    created_at: Math.floor(Date.now() / 1000),
    email,
    id: newId(),
    name: name?.trim() || null,
    password_hash: await hashPassword(password)
  },
  reset
)
const { output, succeeded } = await executeSql(statement)
if (!succeeded) exitWithError(explainFailure(output, email))
console.log(`${email} can sign in at /admin/auth now.`)
if (enteredPassword === '') console.log(`Password: ${password}   (shown only once, and not stored)`)
// The IPC channel to the parent process would keep this process running.
process.exit()
