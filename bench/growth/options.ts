import { parseArgs } from 'node:util'
import { type ScenarioName, scenarioNames } from '../load/scenario-names.ts'
import { type GrowthSize, usualSizes } from './size.ts'

export interface GrowthOptions {
  /** `sqlite`, `postgresql` (starts its own server) or a server's URL. */
  readonly database: string
  /** URL of the grown database: filled if it is new, and always kept. Null: a temporary database. */
  readonly grown: string | null
  readonly size: GrowthSize
  readonly scenarios: readonly ScenarioName[]
  readonly connections: number
  readonly rounds: number
  readonly sliceMs: number
  /** Expired rows of each kind for the cleaner; 0 skips its measurement. */
  readonly backlog: number
  /** Pairs of slices per step of the cleaner and scenario. */
  readonly cleanerRounds: number
  readonly fillOnly: boolean
  readonly output: string | null
}

export const usage = `npm run bench:growth -- [options]
  --database sqlite|postgresql|postgresql://…   which database, or the address of a server (postgresql)
  --grown ADDRESS       a database to be kept: filled when it is new, used again when it is not
  --users N --clients N --refresh-tokens N --audit-entries N
  --scale F             a part of the usual size, e.g. 0.01 (1)
  --only LIST           scenarios: ${scenarioNames.join(', ')}; none for no scenario
  --connections N       (16)
  --rounds N            pairs of slices of each scenario (9)
  --slice MILLIS        length of a slice (2000)
  --backlog N           rows of each kind for the cleaner; 0 for none (a tenth of the refresh tokens)
  --cleaner-rounds N    pairs of slices of each of its steps (3)
  --fill                fills the database and stops
  --output FILE         writes the figures as JSON (bench-growth-result.json)
`

const texts = {
  database: { type: 'string', default: 'postgresql' },
  grown: { type: 'string' },
  users: { type: 'string' },
  clients: { type: 'string' },
  'refresh-tokens': { type: 'string' },
  'audit-entries': { type: 'string' },
  scale: { type: 'string', default: '1' },
  only: { type: 'string' },
  connections: { type: 'string', default: '16' },
  rounds: { type: 'string', default: '9' },
  slice: { type: 'string', default: '2000' },
  backlog: { type: 'string' },
  'cleaner-rounds': { type: 'string', default: '3' },
  fill: { type: 'boolean', default: false },
  output: { type: 'string', default: 'bench-growth-result.json' },
} as const

/**
 * Parses the command line.
 * @throws Error that names the invalid option
 */
export function readOptions(args: readonly string[]): GrowthOptions {
  const { values } = parseArgs({ args: [...args], options: texts })
  const usual = usualSizes[values.database === 'sqlite' ? 'sqlite' : 'postgresql']
  const scale = Number(values.scale)
  if (!(scale > 0)) throw new Error(`--scale: '${values.scale}' is no part.`)
  const size = {
    users: count(values.users, usual.users * scale, 'users'),
    clients: count(values.clients, Math.max(10, usual.clients * scale), 'clients'),
    refreshTokens: count(values['refresh-tokens'], usual.refreshTokens * scale, 'refresh-tokens'),
    auditEntries: count(values['audit-entries'], usual.auditEntries * scale, 'audit-entries'),
  }
  return {
    database: values.database,
    grown: values.grown ?? null,
    size,
    scenarios: readScenarios(values.only),
    connections: count(values.connections, 16, 'connections'),
    rounds: count(values.rounds, 9, 'rounds'),
    sliceMs: count(values.slice, 2_000, 'slice'),
    backlog: count(values.backlog, size.refreshTokens / 10, 'backlog'),
    cleanerRounds: count(values['cleaner-rounds'], 3, 'cleaner-rounds'),
    fillOnly: values.fill,
    output: values.output === '' ? null : values.output,
  }
}

function readScenarios(list: string | undefined): readonly ScenarioName[] {
  if (list === undefined) return scenarioNames
  if (list === 'none') return []
  return list.split(',').map((asked) => {
    const found = scenarioNames.find((name) => name === asked)
    if (!found) throw new Error(`There is no scenario '${asked}'.`)
    return found
  })
}

function count(text: string | undefined, usual: number, name: string): number {
  const number = text === undefined ? Math.round(usual) : Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name}: '${text}' is no count.`)
  return number
}
