import { type ParseArgsConfig, parseArgs } from 'node:util'
import { exitWithError } from './settings.ts'

/** `usage` is the text of `--help`. */
interface Command<Options extends ParseArgsConfig['options']> {
  options?: Options
  /** Whether it accepts positional arguments. */
  allowPositionals?: boolean
  usage: string
}

/** Parses the command line. `--help` prints the usage. An unknown option ends the command with one sentence. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(command: Command<Options>) {
  const { allowPositionals = false, options = {} as Options, usage } = command
  if (process.argv.slice(2).some(argument => argument === '--help' || argument === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ allowPositionals, options })
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('. ') : []
    return exitWithError(`${reason}. ${usage}`)
  }
}
