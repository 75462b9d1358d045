import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT, type SiteKind } from '../kit/settings.ts'

// The values of a deployment: from two files, from the environment of the process, or from both.

type Variables = Readonly<Record<string, string>>

export const SECRETS = ['SESSION_SECRET', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
export const TEST_KEYS = 'RAZORPAY_TEST_KEYS_ALLOWED'
const OPTIONAL_SECRETS = [
  TEST_KEYS,
  'ALERT_WEBHOOK_SECRET',
  'ALERT_WEBHOOK_URL',
  'HEARTBEAT_URL',
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  'RESEND_API_KEY',
  'VAPID_PRIVATE_KEY'
] as const

/** Variables of the Worker that are no secrets. The others are in its wrangler configuration. */
const PLAIN_VARIABLES = ['MAIL_FROM', 'MAIL_PROVIDER', 'SECURITY_CONTACT', 'SITE_URL', 'VAPID_PUBLIC_KEY'] as const

/** Each kind of site takes only these, so that a preview never gets a production key or domain. */
const NAMES: Readonly<Record<SiteKind, { command: string[]; plain: string[]; secrets: string[] }>> = {
  external: { command: ['DOMAIN'], plain: [], secrets: [] },
  preview: { command: ['LOCATION_HINT'], plain: [], secrets: ['SESSION_SECRET'] },
  production: {
    command: ['DOMAIN', 'LOCATION_HINT'],
    plain: [...PLAIN_VARIABLES],
    secrets: [...SECRETS, ...OPTIONAL_SECRETS]
  }
}
export const ALL_SECRETS: readonly string[] = NAMES.production.secrets

const PUBLIC = /^PUBLIC_/
const DEFAULT_LOCATION = 'apac'

/** The settings and the secrets of a site are in two files, because the build reads the first one too. */
interface VariableFile {
  name: string
  variables: Variables
  /** Names whose value contains a # outside of quotes, where it ends. */
  cut: readonly string[]
  /** True if other users of this machine can read it. */
  isShared: boolean
}

interface NameInFile {
  file: string
  name: string
}

export interface DeploymentVariables {
  /** Empty: the account's address under workers.dev. */
  domain: string
  /** Where the database and the bucket are created. */
  location: string
  /** The Worker's variables that are no secrets. */
  plain: Variables
  /** What the build writes into the pages. */
  public: Variables
  secrets: Variables
  /** Names whose value in the file ends at a #. */
  cut: readonly NameInFile[]
  /** Names in the wrong file, with the file. */
  misplaced: readonly NameInFile[]
  sharedFile: string | null
}

/** Outside of quotes, a # begins a comment. */
const CUT_VALUE = /^[^\S\n]*(?:export\s+)?([\w.]+)[^\S\n]*=(?:#\S|[^\S\n]*[^\s'"`#][^\n#]*#)/gm

/** Null if the file does not exist. */
export function readVariableFile(path: string): VariableFile | null {
  if (!existsSync(path)) return null
  const isShared = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  const text = readFileSync(path, 'utf8')
  const cut = [...text.matchAll(CUT_VALUE)].map(([, name = '']) => name)
  return { cut, isShared, name: basename(path), variables: parseEnv(text) as Variables }
}

const only = (variables: Variables, isWanted: (name: string) => boolean): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)))

const nonEmpty = (variables: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])))

function misplacedIn(file: VariableFile | null, isAllowed: (name: string) => boolean) {
  const names = Object.keys(nonEmpty(file?.variables ?? {}))
  return file ? names.filter(name => !isAllowed(name)).map(name => ({ file: file.name, name })) : []
}

const cutIn = (file: VariableFile | null) => (file?.cut ?? []).map(name => ({ file: file?.name ?? '', name }))

const isSettingOf = (kind: SiteKind) => (name: string) =>
  PUBLIC.test(name) || NAMES[kind].command.includes(name) || NAMES[kind].plain.includes(name)
const isSecretOf = (kind: SiteKind) => (name: string) => NAMES[kind].secrets.includes(name)

interface Sources {
  environment: NodeJS.ProcessEnv
  secretsFile: VariableFile | null
  settingsFile: VariableFile | null
}

/**
 * Reads the two files of a site, if they exist, and the environment. Removes the secrets from the environment, because
 * the build and its packages must not see them. wrangler gets them in a file.
 */
export function takeSources(isPreview: boolean): Sources {
  const path = join(ROOT, isPreview ? '.env.preview' : '.env.production')
  const environment = { ...process.env }
  for (const name of ALL_SECRETS) delete process.env[name]
  return { environment, secretsFile: readVariableFile(`${path}.secrets`), settingsFile: readVariableFile(path) }
}

/** Merges the sources. The environment wins over the files. An empty value counts as not set, wherever it is. */
export function mergeVariables(kind: SiteKind, sources: Sources): DeploymentVariables {
  const { environment, secretsFile, settingsFile } = sources
  const { command, plain } = NAMES[kind]
  const isSetting = isSettingOf(kind)
  const isSecret = isSecretOf(kind)
  // The pages for an external backend are deployed with the files of the site. They ignore what they do not use.
  const kindOfFiles = kind === 'external' ? 'production' : kind
  const fromFiles = {
    ...only(settingsFile?.variables ?? {}, isSetting),
    ...only(secretsFile?.variables ?? {}, isSecret)
  }
  const merged: Variables = { ...nonEmpty(fromFiles), ...nonEmpty(environment) }
  const domain = command.includes('DOMAIN') ? (merged.DOMAIN ?? '') : ''
  const siteUrl: Variables = plain.includes('SITE_URL') && domain !== '' ? { SITE_URL: `https://${domain}` } : {}
  return {
    cut: [...cutIn(settingsFile), ...cutIn(secretsFile)],
    domain,
    location: merged.LOCATION_HINT ?? DEFAULT_LOCATION,
    misplaced: [
      ...misplacedIn(settingsFile, isSettingOf(kindOfFiles)),
      ...misplacedIn(secretsFile, isSecretOf(kindOfFiles))
    ],
    plain: { ...siteUrl, ...only(merged, name => plain.includes(name)) },
    public: only(merged, name => PUBLIC.test(name)),
    secrets: only(merged, isSecret),
    sharedFile: secretsFile?.isShared ? secretsFile.name : null
  }
}
