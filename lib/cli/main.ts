import { Refusal } from '#lib/answers/refusal.ts'
import { ConfigurationError } from '#lib/config/config.ts'
import { WrongEncryptionKeyError } from '#lib/domain/keys/encryption-key.ts'
import { DatabaseAddressError } from '#lib/persistence/maintenance/migrate.ts'
import { UsageError } from './arguments.ts'
import { type Command, type ExitCode, exitCodes, Failure, maxToldProblems } from './command.ts'
import { commands } from './commands.ts'
import { printable } from './printable.ts'
import { describeRefusal } from './refusals.ts'
import { openTerminal, type Streams, type Terminal } from './terminal.ts'

/**
 * Runs one command of the command line. Every failure becomes sentences on standard error.
 * @param argv the command's name and its arguments
 * @returns 0 for success; 1 for a refusal, a failure, a problem found, or incomplete output; 2 for wrong usage
 */
export async function main(argv: readonly string[], streams: Streams): Promise<ExitCode> {
  const terminal = openTerminal(streams)
  const code = await runNamed(argv, terminal)
  return code === exitCodes.done && !terminal.isComplete() ? exitCodes.failed : code
}

async function runNamed(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '', ...rest] = argv
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(overview())
    return name === '' ? exitCodes.misused : exitCodes.done
  }
  const command = commands.find((one) => one.name === name)
  if (!command) {
    terminal.err(`Unknown command '${name}'. "npm run authserver -- help" lists the commands.`)
    return exitCodes.misused
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.help)
    return exitCodes.done
  }
  try {
    return await command.run(terminal, rest)
  } catch (error) {
    return describeError(error, command, terminal)
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 3
  return [
    'Commands for operators: npm run authserver -- <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Commands use the settings of the server (environment, .env). "<command> --help" shows details.',
  ].join('\n')
}

function describeError(error: unknown, { name }: Command, terminal: Terminal): ExitCode {
  if (error instanceof UsageError) {
    terminal.err(`${error.message} "npm run authserver -- ${name} --help" shows the usage.`)
    return exitCodes.misused
  }
  const sentences = sentencesOf(error)
  for (const sentence of sentences.slice(0, maxToldProblems)) terminal.err(printable(sentence))
  if (sentences.length > maxToldProblems) terminal.err('There are more problems.')
  if (terminal.env.LOG_LEVEL === 'debug' && error instanceof Error) {
    terminal.err(printable(error.stack ?? ''))
  }
  return exitCodes.failed
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Failure || error instanceof ConfigurationError) return error.problems
  if (error instanceof Refusal) return [describeRefusal(error)]
  if (error instanceof WrongEncryptionKeyError || error instanceof DatabaseAddressError) {
    return [error.message]
  }
  const { message, code } = error as { message?: string; code?: string }
  return [`The command failed: ${message || code || String(error)}`]
}
