import { parseArgs } from 'node:util'
import { type ScenarioName, scenarioNames } from './load/scenario-names.ts'

export interface BenchOptions {
  /** `sqlite`, `postgresql` (starts its own server) or a server's URL. */
  readonly database: string
  /** Processes of the server, of the bare server and of the peer. */
  readonly workers: number
  /** Numbers of connections, each measured separately. */
  readonly connections: readonly number[]
  readonly scenarios: readonly ScenarioName[]
  /** Length of one slice of load, in milliseconds. */
  readonly sliceMs: number
  /** Pairs of slices (bound, measured) at 16 connections, where targets are judged. */
  readonly rounds: number
  /** JSON file for the figures; null for none. */
  readonly output: string | null
  /** Minutes of mixed load after the measurements, to watch memory; 0 for none. */
  readonly soakMinutes: number
}

export const judgedConnections = 16

export const usage = `npm run bench -- [options]
  --database sqlite|postgresql|postgresql://…   which database (sqlite)
  --workers N        processes of each server (1)
  --connections LIST numbers of connections (1,16,64)
  --only LIST        scenarios: ${scenarioNames.join(', ')}
  --quick            short slices, 16 connections only
  --soak MINUTES     watch memory under mixed load afterwards (0)
  --output FILE      write the figures as JSON (bench-result.json)
`

/**
 * Parses the command line.
 * @throws Error that names the invalid option
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'sqlite' },
      workers: { type: 'string', default: '1' },
      connections: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      soak: { type: 'string', default: '0' },
      output: { type: 'string' },
    },
  })
  const { quick } = values
  const connections = values.connections ?? (quick ? `${judgedConnections}` : '1,16,64')
  return {
    database: values.database,
    workers: wholeNumber(values.workers, 'workers'),
    connections: connections.split(',').map((text) => wholeNumber(text, 'connections')),
    scenarios: values.only ? readScenarios(values.only) : scenarioNames,
    sliceMs: quick ? 1_000 : 2_000,
    rounds: quick ? 3 : 7,
    output: values.output ?? (quick ? null : 'bench-result.json'),
    soakMinutes: Number(values.soak),
  }
}

function readScenarios(list: string): ScenarioName[] {
  return list.split(',').map((asked) => {
    const found = scenarioNames.find((name) => name === asked)
    if (!found) throw new Error(`There is no scenario '${asked}'.`)
    return found
  })
}

function wholeNumber(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name}: '${text}' is no count.`)
  return number
}
