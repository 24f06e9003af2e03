import { type Options, readArguments, type Values } from './arguments.ts'
import type { Terminal } from './terminal.ts'

/**
 * Exit codes. `failed` also covers a problem found by a check, and standard output that cannot be written.
 * `misused` means wrong usage.
 */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly help: string
  run(terminal: Terminal, argv: readonly string[]): Promise<ExitCode>
}

interface Definition<O extends Options> {
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments, such as `<file>`; `[file]` is optional. */
  readonly operands?: readonly string[]
  readonly options: O
  /** Help text beyond the list of options. */
  readonly notes?: string
  /**
   * Runs the command.
   * @param operands one per name in `operands`, '' for an omitted one
   */
  run(terminal: Terminal, values: Values<O>, operands: readonly string[]): Promise<ExitCode>
}

/** The number of problems that a command prints; one sentence mentions the rest. */
export const maxToldProblems = 100

/** An operation that the command cannot perform: one clear sentence per problem, exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[]) {
    const sentences = typeof problems === 'string' ? [problems] : problems
    super(sentences.join('\n'))
    this.problems = sentences
  }
}

/**
 * Creates a command from its definition, with argument parsing and help.
 * @throws UsageError (from `run`) for arguments outside the definition
 */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { name, summary, operands = [], options } = definition
  return {
    name,
    summary,
    help: helpOf(definition),
    async run(terminal, argv) {
      const given = readArguments(argv, options, operands)
      return definition.run(terminal, given.values, given.operands)
    },
  }
}

function helpOf<O extends Options>(definition: Definition<O>): string {
  const { name, summary, operands = [], options, notes } = definition
  const rows = Object.entries(options).map(([option, { value, text }]): [string, string] => [
    `--${option}${value ? ` <${value}>` : ''}`,
    text,
  ])
  const width = Math.max(...rows.map(([left]) => left.length), '--help'.length) + 2
  const listed = [...rows, ['--help', 'shows this help']].map(
    ([left = '', right = '']) => `  ${left.padEnd(width)}${right}`,
  )
  const usage = ['npm run authserver --', name, ...operands, '[options]'].join(' ')
  return [summary, '', `  ${usage}`, '', ...listed, ...(notes ? ['', notes] : [])].join('\n')
}
