/** The load generator's process, started by `startHelper`. */
import { answerQuestions } from '../helper.ts'
import { type Connection, openConnection } from './connection.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import type { LoadQuestion, Slice, Target } from './target.ts'
import type { Visitor } from './visitor.ts'

/** Visitors of each target for the whole run, because their sessions and tokens continue. */
const known = new Map<string, Visitor[]>()
/** Operations per second in the last slice, to estimate how many codes and tokens the next one uses. */
const rates = new Map<string, number>()

/** True once the codes and tokens of the next slice exist. */
let prepared = false

answerQuestions(async (question: LoadQuestion): Promise<Slice | null> => {
  const { target, connections, millis } = question
  const scenario: Scenario | undefined = scenarios[question.scenario as keyof typeof scenarios]
  if (!scenario) throw new Error(`There is no scenario '${question.scenario}'.`)
  const opened = await openAll(target, connections)
  try {
    const visitors = visitorsOf(target, opened)
    const key = `${target.baseUrl} ${question.scenario}`
    const expected = Math.ceil(((rates.get(key) ?? 300) * millis * 1.5) / 1000)
    if (!prepared) await scenario.prepare?.(visitors, expected)
    prepared = question.prepareOnly ?? false
    if (prepared) return null
    const slice = await load(scenario, visitors, millis)
    rates.set(key, slice.operations / slice.seconds)
    return slice
  } finally {
    for (const connection of opened) connection.close()
  }
})

function openAll({ baseUrl }: Target, count: number): Promise<Connection[]> {
  const port = Number(new URL(baseUrl).port)
  return Promise.all(Array.from({ length: count }, () => openConnection('127.0.0.1', port)))
}

function visitorsOf(target: Target, connections: readonly Connection[]): Visitor[] {
  const before = known.get(target.baseUrl) ?? []
  const visitors = connections.map((connection, i): Visitor => {
    const person = target.people[i] ?? { email: '', password: '' }
    const fresh = { jar: new Map<string, string>(), accessToken: '', refreshToken: '' }
    return { ...(before[i] ?? { ...fresh, person, target }), connection }
  })
  known.set(target.baseUrl, [...visitors, ...before.slice(visitors.length)])
  return visitors
}

/** Each connection performs one operation after another until the time is over. */
async function load(
  scenario: Scenario,
  visitors: readonly Visitor[],
  millis: number,
): Promise<Slice> {
  const latencies: number[] = []
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  let over = false
  const loop = async (visitor: Visitor) => {
    while (!over) {
      const start = performance.now()
      if (start - begun >= millis) return
      if (await scenario.once(visitor)) latencies.push(performance.now() - start)
      else over = true
    }
  }
  await Promise.all(visitors.map(loop))
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort((a, b) => a - b)
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  return {
    operations: latencies.length,
    seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    loadCpuSeconds: (user + system) / 1e6,
  }
}
