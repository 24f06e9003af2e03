import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { daySeconds } from '#lib/base/time/clock.ts'
import { unreachedPurposes } from '#lib/domain/settings/outbound-reach.ts'
import type { OutboundPurpose } from '#lib/outbound/outcomes.ts'
import { sendOutbound } from '#lib/outbound/request.ts'
import { testContext } from '#tests/support/context.ts'

const { ctx, later } = await testContext()

const other = createServer((_, response) => response.writeHead(503).end())
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
afterAll(() => void other.close())
const { port } = other.address() as AddressInfo

/** Sends a request to a name that has these addresses; a name without any is not found. */
const send = (
  purpose: OutboundPurpose,
  addresses: readonly string[],
  from = ctx,
  isOfStranger = false,
) =>
  sendOutbound(
    from,
    {
      purpose,
      method: 'GET',
      url: `http://app.example:${port}`,
      accept: '*/*',
      policy: 'administered',
      isOfStranger,
      allowsHttp: true,
      body: 1024,
    },
    async () => addresses,
  )

async function unreached(count: number, purpose: OutboundPurpose = 'key_set'): Promise<void> {
  for (let sent = 0; sent < count; sent++) await send(purpose, [])
}

const told = async (from = ctx) =>
  (await unreachedPurposes(from)).map(({ purpose, lastFailure }) => [purpose, lastFailure])

beforeEach(async () => {
  await send('key_set', ['127.0.0.1'])
  await send('metadata_document', ['127.0.0.1'])
})

test('the tenth request in a row of a purpose that reaches no server is told', async () => {
  await unreached(9)
  await unreached(9, 'metadata_document')
  expect(await told()).toEqual([])
  await unreached(1)
  expect(await told()).toEqual([['key_set', 'name_not_found']])
})

test('any answer ends the row, also a failure of the other server', async () => {
  await unreached(10)
  expect(await send('key_set', ['127.0.0.1'])).toMatchObject({ status: 503 })
  await unreached(9)
  expect(await told()).toEqual([])
})

test('an address that may not be connected to ends the row: the server was found', async () => {
  await unreached(9)
  expect(await send('key_set', ['169.254.169.254'])).toEqual({ outcome: 'refused_address' })
  await unreached(1)
  expect(await told()).toEqual([])
})

test('requests that are sent at once are all counted', async () => {
  await Promise.all(Array.from({ length: 10 }, () => send('key_set', [])))
  expect(await told()).toEqual([['key_set', 'name_not_found']])
})

test('a purpose without requests for a week is not told any more', async () => {
  await unreached(10)
  expect(await told(later(7 * daySeconds))).toHaveLength(1)
  expect(await told(later(7 * daySeconds + 1))).toEqual([])
})

test('an address of a stranger counts when it is reached, and not when it is not', async () => {
  await unreached(9)
  for (let sent = 0; sent < 10; sent++) await send('key_set', [], ctx, true)
  expect(await told()).toEqual([])
  await unreached(1)
  expect(await told()).toHaveLength(1)
  await send('key_set', ['127.0.0.1'], ctx, true)
  expect(await told()).toEqual([])
})

test('a note that cannot be written leaves the answer as it is', async () => {
  const warn = vi.spyOn(ctx.log, 'warn')
  const outboundReach = { noteReached: () => Promise.reject(new Error('no database')) }
  const store = { ...ctx.store, outboundReach } as unknown as typeof ctx.store
  expect(await send('key_set', ['127.0.0.1'], { ...ctx, store })).toMatchObject({ status: 503 })
  expect(warn).toHaveBeenCalledOnce()
})
