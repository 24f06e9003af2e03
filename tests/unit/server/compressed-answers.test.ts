import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Answer } from '#lib/http/exchange.ts'
import { answerOf } from '#lib/http/respond.ts'
import { compressedAnswer } from '#lib/server/compressed-answers.ts'
import { testConfig } from '#tests/support/settings.ts'

const text = new TextEncoder().encode('description: what everybody may read\n'.repeat(1_000))

function anAnswer(changes: Partial<Answer> = {}, headers: Answer['headers'] = {}): Answer {
  const shared = { 'Content-Type': 'application/yaml', 'Cache-Control': 'public, max-age=300' }
  return { status: 200, headers: { ...shared, ...headers }, cookies: [], body: text, ...changes }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['GZIP', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const)(
  'for Accept-Encoding "%s" a large text is sent in %s, and says the same',
  async (accepted, coding, read) => {
    for (const _ of ['first', 'kept']) {
      const { body, headers } = await compressedAnswer(anAnswer(), accepted)
      expect(headers).toEqual({
        ...anAnswer().headers,
        'Content-Encoding': coding,
        Vary: 'Accept-Encoding',
      })
      expect(body?.length).toBeLessThan(text.length / 10)
      expect(Buffer.from(read(body as Uint8Array))).toEqual(Buffer.from(text))
    }
  },
)

test('another text under the same address is not taken for the one before', async () => {
  await compressedAnswer(anAnswer(), 'br')
  const other = new TextEncoder().encode('another description, after an upgrade\n'.repeat(1_000))
  const { body } = await compressedAnswer(anAnswer({ body: other }), 'br')
  expect(Buffer.from(brotliDecompressSync(body as Uint8Array))).toEqual(Buffer.from(other))
})

test('a text that stays the same is read once, not each time somebody asks for it', async () => {
  const body = new TextEncoder().encode('kept by the endpoint for the process\n'.repeat(1_000))
  const outcome = {
    kind: 'file',
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body,
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  } as const
  const config = testConfig('file:unused')
  const send = () => compressedAnswer(answerOf(outcome, config), 'br')
  const first = await send()
  // Bodies never change. The test changes one to see that the cached result is used.
  body.fill(0)
  expect((await send()).body).toBe(first.body)
})

test.each(['', 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
  'for Accept-Encoding "%s" it is sent as it is, and caches are told that others get another',
  async (accepted) => {
    const { body, headers } = await compressedAnswer(anAnswer(), accepted)
    expect([body, headers]).toEqual([text, { ...anAnswer().headers, Vary: 'Accept-Encoding' }])
  },
)

test('JSON that every cache may keep, such as the search of the documents, is sent compressed', async () => {
  const answer = anAnswer({}, { 'Content-Type': 'application/json' })
  expect((await compressedAnswer(answer, 'br')).headers['Content-Encoding']).toBe('br')
})

test('what it already differs by stays named', async () => {
  for (const accepted of ['br', '']) {
    const { headers } = await compressedAnswer(anAnswer({}, { Vary: 'Origin' }), accepted)
    expect(headers.Vary).toBe('Origin, Accept-Encoding')
  }
})

test.each([
  ['what one visitor alone may see', anAnswer({}, { 'Cache-Control': 'no-store' })],
  [
    'what may be kept by the browser alone',
    anAnswer({}, { 'Cache-Control': 'private, max-age=9' }),
  ],
  ['a picture', anAnswer({}, { 'Content-Type': 'image/png' })],
  ['a small text', anAnswer({ body: text.slice(0, 5_000) })],
  ['what is no success', anAnswer({ status: 404 })],
  ['JSON, of which applications ask a lot', anAnswer({ body: '{}'.repeat(20_000) })],
  ['nothing', anAnswer({ body: null })],
])('%s is left as it is', async (_, answer) => {
  expect(await compressedAnswer(answer, 'br')).toBe(answer)
})
