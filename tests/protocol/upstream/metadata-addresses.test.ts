import { beforeEach, expect, test } from 'vitest'
import { unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { errorOf, visitor } from '#tests/support/visitor.ts'
import { begin } from '../authorize/fixture.ts'
import { press } from './fixture.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

/** A provider whose metadata has this address in place of its own. */
async function withAddress(name: string, address: string) {
  const standIn = await openStandIn({
    clientId: standInClient,
    metadata: { [name]: address },
    now: () => app.clock.now(),
  })
  const scene = await standInScene(app, standIn)
  await scene.register()
  return { standIn, ...scene }
}

const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']
const refused = [
  'http://169.254.169.254/latest',
  'http://id.example/plain',
  'https://user:password@id.example/',
  'ftp://id.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
]

test.each(endpoints.flatMap((name) => refused.map((address) => [name, address] as const)))(
  'metadata with the %s %s are no metadata: no one is led away, and nothing is asked',
  async (name, address) => {
    const { standIn, client } = await withAddress(name, address)
    const browser = visitor(app)
    const page = await press(browser, await begin(browser, client), 'standin')
    await standIn.close()
    expect([page.view?.page, errorOf(page)]).toEqual(['sign-in', 'handler.provider.unreachable'])
  },
)

test.each(['https://169.254.169.254', 'https://[fd00:ec2::254]', 'https://0.0.0.0'])(
  'metadata of the issuer %s are not asked for: it is the machine or its network',
  async (issuer) => {
    const standIn = await openStandIn({ clientId: standInClient, now: () => app.clock.now() })
    const { register, client } = await standInScene(app, standIn)
    const { id } = await register({ issuer })
    const browser = visitor(app)
    const page = await press(browser, await begin(browser, client), 'standin')
    await standIn.close()
    expect(errorOf(page)).toBe('handler.provider.unreachable')
    expect((await store.identityProviders.findState(id))?.lastFailure).toBe('refused_address')
  },
)

test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
  'the %s is not asked at an address of the machine or its network',
  async (name) => {
    const { standIn, enter } = await withAddress(name, 'https://169.254.169.254/latest')
    const sub = unique('person')
    const email = { email: `${sub}@there.example`, email_verified: true }
    // Without an address in the ID token, UserInfo would be asked.
    const { last } = await enter(name === 'userinfo_endpoint' ? { sub } : { sub, ...email })
    await standIn.close()
    expect(errorOf(last)).toBe('handler.provider.unreachable')
    expect(await store.users.findByEmail(email.email)).toBeNull()
  },
)
