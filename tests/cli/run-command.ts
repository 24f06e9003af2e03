import { Readable } from 'node:stream'
import { main } from '#lib/cli/main.ts'
import { testEnvironment } from '#tests/support/settings.ts'

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface CommandOptions {
  readonly input?: string | Buffer
  /** Variables to add or replace; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** How many lines standard output accepts before its disk is full. */
  readonly room?: number
}

/**
 * Runs a command in this process, on a database.
 * @param argv the command's name and its arguments
 */
export async function runCommand(
  { url }: { readonly url: string },
  argv: readonly string[],
  { input = '', env = {}, room = Number.POSITIVE_INFINITY }: CommandOptions = {},
): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await main(argv, {
    env: testEnvironment(url, env),
    clock: () => new Date(),
    out: (line) => {
      if (out.length >= room) throw new Error('ENOSPC: no space left on device, write')
      out.push(line)
    },
    err: (line) => void err.push(line),
    input: Readable.from(input === '' ? [] : [Buffer.from(input)]),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command that must succeed, and parses its JSON. */
export async function runForJson<T = Record<string, unknown>>(
  database: { readonly url: string },
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<T> {
  const { code, out, err } = await runCommand(database, [...argv, '--json'], options)
  if (code !== 0) throw new Error(`The command ended with ${code}: ${err}`)
  return JSON.parse(out) as T
}
