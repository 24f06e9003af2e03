import { type Options, readArguments, type Values } from './arguments.ts'
import type { Terminal } from './terminal.ts'

/**
 * How a command ended: done; refused or failed, a check found a problem, or standard output could not be
 * written; called in a wrong way.
 */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** One command of the program. */
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
  /** Names of the arguments that are no options, such as `<file>`; `[file]` may be left out. */
  readonly operands?: readonly string[]
  readonly options: O
  /** What the list of options does not say. */
  readonly notes?: string
  /**
   * Does the work.
   * @param operands as many as `operands` has names, '' for what was left out
   */
  run(terminal: Terminal, values: Values<O>, operands: readonly string[]): Promise<ExitCode>
}

/** More problems than this nobody reads. */
export const maxToldProblems = 100

/** Something the command cannot do: one clear sentence for each problem, exit code 1. */
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
 * Makes a command of its definition: reads the arguments as it says and writes its help.
 * @throws UsageError (from `run`) for arguments that the definition does not have
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
  const listed = [...rows, ['--help', 'shows this text']].map(
    ([left = '', right = '']) => `  ${left.padEnd(width)}${right}`,
  )
  const usage = ['npm run authserver --', name, ...operands, '[options]'].join(' ')
  return [summary, '', `  ${usage}`, '', ...listed, ...(notes ? ['', notes] : [])].join('\n')
}
