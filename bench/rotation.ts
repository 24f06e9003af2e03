/**
 * `npm run bench:rotation`: several administrators rotate the signing keys concurrently while an application
 * requests tokens. Prints the answers and durations of the rotations, and the durations of the token
 * requests. See docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { clientSecret } from '#lib/base/crypto/random.ts'
import { startPostgresql } from '#tests/run/postgresql.mjs'
import { setStage } from './overload/stage.ts'

const { values } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })
const postgresql = values.database === 'postgresql' ? await startPostgresql() : null
if (postgresql) process.env.TEST_POSTGRESQL_URL = postgresql.socketUrl
/** The client that may rotate keys. */
const operator = { identifier: 'operator', secret: clientSecret() }
const stage = await setStage(values.database, 1, {
  BOOTSTRAP_CLIENT_ID: operator.identifier,
  BOOTSTRAP_CLIENT_SECRET: operator.secret,
})
try {
  for (const count of [5, 50]) await rotate(count)
} finally {
  await stage.clear()
  await postgresql?.stop()
}

async function rotate(count: number): Promise<void> {
  const { baseUrl, client } = stage.target
  const tokenOf = async ({ identifier, secret }: typeof operator) => {
    const basic = Buffer.from(`${identifier}:${secret}`).toString('base64')
    const response = await fetch(`${baseUrl}/auth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token } = (await response.json()) as { access_token: string }
    return access_token
  }
  const timed = async <T>(work: () => Promise<T>) => {
    const begun = performance.now()
    return { result: await work(), millis: performance.now() - begun }
  }
  const token = () => tokenOf(client)
  const bearer = await tokenOf(operator)
  const rotation = () =>
    fetch(`${baseUrl}/api/v1/admin/settings/keys/rotate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
    }).then(({ status }) => status)
  const rotations = Promise.all(Array.from({ length: count }, () => timed(rotation)))
  let over = false
  void rotations.then(() => {
    over = true
  })
  const tokens: number[] = []
  const ask = async () => {
    while (!over) tokens.push((await timed(token)).millis)
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  const answers = await rotations
  const of = (wanted: number) =>
    answers.filter(({ result }) => result === wanted).map(({ millis }) => millis)
  say(
    `${count} rotations: ${of(200).length} × 200 in ${Math.max(...of(200)).toFixed(0)} ms, ${of(409).length} × 409 in ${Math.max(...of(409)).toFixed(0)} ms at most`,
  )
  tokens.sort((a, b) => a - b)
  const at = (part: number) => tokens[Math.floor(tokens.length * part)]?.toFixed(0)
  say(`${tokens.length} tokens meanwhile: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
