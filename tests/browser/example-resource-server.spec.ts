import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'

const api = 'http://127.0.0.1:8083/items'

test('the commands of the guides get a token, and the API of the example takes that one only @scripts', async ({
  serverUrl,
}) => {
  const example = startExample(['examples/resource-server/server.mjs'], { ISSUER: serverUrl })
  try {
    await example.printed(/listening on/)
    const printed = await runGuides(
      ['machine-to-machine', 'resource-server', '../administer'],
      serverUrl,
      'printf "\\nTOKEN %s\\nSECRET %s\\n" "$TOKEN" "$CLIENT_SECRET"',
    )
    expect(printed).toContain('{"items":["anvil","bellows"],"askedBy":"example-service"}')

    const token = /^TOKEN (.+)$/m.exec(printed)?.[1] ?? ''
    const ask = (value?: string) =>
      fetch(api, { headers: value ? { Authorization: `Bearer ${value}` } : {} })
    expect((await ask()).headers.get('www-authenticate')).toBe('Bearer realm="inventory"')
    const broken = await ask(`${token.slice(0, -8)}AAAAAAAA`)
    expect(broken.status).toBe(401)
    expect(broken.headers.get('www-authenticate')).toContain('error="invalid_token"')
  } finally {
    await example.stop()
  }
})
