import { expect } from '@playwright/test'
import { aUser } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { runGuides, startExample } from './guide.ts'
import { signIn } from './people.ts'

const api = 'http://127.0.0.1:8083/items'

test('the commands of the guides get tokens of a program and of a user, and the API of the example takes those only @scripts', async ({
  page,
  serverUrl,
  store,
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

    await runGuides(['call-your-api'], serverUrl)
    const user = await aUser(store)
    const signInOnce = async () => {
      const reader = startExample(['examples/cli/sign-in.mjs'], {
        ISSUER: serverUrl,
        CLIENT_ID: 'example-reader',
        SCOPE: 'openid email inventory:read',
      })
      try {
        await page.context().clearCookies()
        await page.goto(await reader.printed(/^(http\S+\/auth\/authorize\S+)$/m))
        await signIn(page, user)
        const granted = await reader.printed(/^Granted: (.+)$/m)
        return { granted, token: await reader.printed(/^Access token: (.+)$/m) }
      } finally {
        await reader.stop()
      }
    }
    // Without the permission the sign-in succeeds, and the API refuses the token.
    const without = await signInOnce()
    expect(without.granted).toBe('openid email')
    expect((await ask(without.token)).status).toBe(401)
    const group = await store.groups.findByIdentifier('warehouse')
    await store.memberships.add(user.id, [group?.id ?? 0], new Date())
    const member = await signInOnce()
    expect(member.granted).toBe('openid email inventory:read')
    expect(await (await ask(member.token)).json()).toMatchObject({ askedBy: user.subject })
  } finally {
    await example.stop()
  }
})
