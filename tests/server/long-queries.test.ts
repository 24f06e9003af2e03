import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openNextRenderer } from '#lib/server/next-renderer.ts'
import { server } from '#tests/support/server.ts'

/** The address that Next.js receives for a request to this address. */
async function askedOfNext(url: string): Promise<string | undefined> {
  const { runtime } = await server()
  const seen: (string | undefined)[] = []
  const renderer = openNextRenderer(async (req) => void seen.push(req.url), runtime, true)
  await renderer.next({ url } as IncomingMessage, {} as ServerResponse)
  expect(seen).toHaveLength(1)
  return seen[0]
}

test('of a query with far too many parameters no page is made', async () => {
  for (const query of [
    'a&'.repeat(14_000),
    'a&'.repeat(101),
    `${'a=b&'.repeat(50)}c?${'&'.repeat(51)}`,
  ]) {
    expect(await askedOfNext(`/auth/authorize?${query}`)).toBe('/auth/authorize')
  }
})

test('a query that somebody may mean is left as it is', async () => {
  for (const url of ['/', '/admin/users?query=a%26b&page=2', `/?${'a&'.repeat(100)}`]) {
    expect(await askedOfNext(url)).toBe(url)
  }
})
