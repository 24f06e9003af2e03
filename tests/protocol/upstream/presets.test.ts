import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { consumersTenant } from '#lib/domain/identity-providers/presets.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { json, openStandIn } from '#tests/support/stand-in.ts'
import { errorOf } from '#tests/support/visitor.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const uuid = () => crypto.randomUUID()
const isIn = (last: Parameters<typeof responseOf>[0]) => responseOf(last)?.code !== undefined

describe('Microsoft', async () => {
  const microsoft = await openStandIn({
    clientId: standInClient,
    issuerAt: (origin) => `${origin}/{tenantid}/v2.0`,
  })
  afterAll(microsoft.close)
  const { register, enter } = await standInScene(app, microsoft)
  const at = (tenant: string) => `${microsoft.origin}/${tenant}/v2.0`
  const person = (tid: string, more: object = {}) => ({
    iss: at(tid),
    tid,
    oid: uuid(),
    sub: unique('sub'),
    ...more,
  })
  const common = () => register({ preset: 'microsoft', issuer: at('common') })

  test('a person is tenant and object: another sub, as after a new registration, is the same', async () => {
    await common()
    const email = `${unique('a')}@firma.example`
    const claims = person(uuid(), { email, xms_edov: true })
    expect(isIn((await enter(claims)).last)).toBe(true)
    const user = await store.users.findByEmail(email)
    expect(isIn((await enter({ ...claims, sub: unique('other') })).last)).toBe(true)
    const links = await store.userIdentities.findOfUser(user?.id ?? 0)
    expect(links).toMatchObject([{ issuer: claims.iss, subject: `${claims.tid}:${claims.oid}` }])
  })

  test('the same object in two tenants is two people', async () => {
    await common()
    const oid = uuid()
    for (const tid of [uuid(), uuid()]) {
      const email = `${unique('t')}@firma.example`
      const { last } = await enter({ ...person(tid), oid, email, xms_edov: true })
      expect(isIn(last)).toBe(true)
      expect(await store.users.findByEmail(email)).not.toBeNull()
    }
  })

  test.each([
    [true, true],
    ['true', true],
    ['TRUE', true],
    [1, true],
    ['1', true],
    [false, false],
    [0, false],
    ['yes', false],
    [null, false],
    [[], false],
  ])('the address is proven by xms_edov %j: %s, and never by itself', async (xms_edov, proven) => {
    await common()
    const email = `${unique('e')}@firma.example`
    const { last } = await enter(person(uuid(), { email, email_verified: true, xms_edov }))
    expect(isIn(last)).toBe(proven)
    if (!proven) expect(errorOf(last)).toBe('handler.provider.email_unproven')
  })

  test.each([
    ['without a tenant', { tid: undefined }],
    ['with a tenant that is a path', { tid: '../x' }],
    ['without an object', { oid: undefined }],
    ['of another issuer than its tenant’s', { iss: 'https://evil.example/x/v2.0' }],
  ])('a token %s is refused', async (_, change) => {
    await common()
    expect(errorOf((await enter({ ...person(uuid()), ...change })).last)).toBe(
      'handler.provider.refused',
    )
  })

  test('organizations refuses personal accounts, consumers everybody else, a tenant all others', async () => {
    const own = uuid()
    const rows = [
      ['organizations', consumersTenant, false],
      ['organizations', own, true],
    ] as const
    for (const [tenant, tid, fits] of rows) {
      await register({ preset: 'microsoft', issuer: at(tenant) })
      const email = `${unique('o')}@firma.example`
      const { last } = await enter(person(tid, { email, xms_edov: true }))
      expect([tenant, tid, isIn(last)]).toEqual([tenant, tid, fits])
    }
  })
})

describe('GitHub', async () => {
  const github = await openStandIn({ clientId: standInClient })
  afterAll(github.close)
  const { register, enter } = await standInScene(app, github)
  let user: unknown
  let emails: readonly [status: number, body: unknown]
  beforeEach(async () => {
    user = { id: Math.floor(Math.random() * 1e9) + 1, name: 'Octo' }
    emails = [200, [{ email: `${unique('g')}@hub.example`, primary: true, verified: true }]]
    github.answers.set('/login/oauth/access_token', (_req, res) =>
      json(res, { access_token: 'token-there', token_type: 'bearer', scope: 'read:user' }),
    )
    github.answers.set('/api/v3/user', (_req, res) => json(res, user))
    github.answers.set('/api/v3/user/emails', (_req, res) => json(res, emails[1], emails[0]))
    await register({ preset: 'github', tokenEndpointAuthMethod: 'client_secret_post' })
  })
  const address = () => (emails[1] as { email: string }[])[0]?.email ?? ''

  test('signs in by its number and the primary verified address', async () => {
    expect(isIn((await enter()).last)).toBe(true)
    const found = await store.users.findByEmail(address())
    const links = await store.userIdentities.findOfUser(found?.id ?? 0)
    expect(links).toMatchObject([{ subject: String((user as { id: number }).id) }])
  })

  test('somebody who is linked gets in although the addresses may not be read', async () => {
    await enter()
    emails = [403, { message: 'Resource not accessible' }]
    github.requests.length = 0
    expect(isIn((await enter()).last)).toBe(true)
    expect(github.requests).not.toContain('GET /api/v3/user/emails')
  })

  test.each([
    ['403', [403, { message: 'no' }]],
    ['404', [404, { message: 'no' }]],
    ['no verified address', [200, [{ email: 'a@hub.example', primary: true, verified: false }]]],
    ['a secondary one only', [200, [{ email: 'a@hub.example', primary: false, verified: true }]]],
    [
      'two primary ones',
      [
        200,
        ['a', 'b'].map((name) => ({ email: `${name}@h.example`, primary: true, verified: true })),
      ],
    ],
    ['something else', [200, { email: 'a@hub.example' }]],
  ] as const)('addresses as %s count as none', async (_, answer) => {
    emails = answer
    expect(errorOf((await enter()).last)).toBe('handler.provider.email_unproven')
  })

  test.each([
    ['a code that it did not give', { error: 'bad_verification_code' }, ''],
    ['wrong credentials', { error: 'incorrect_client_credentials' }, 'misconfigured'],
    ['another error', { error: 'redirect_uri_mismatch' }, 'token_refused'],
  ])('%s is refused, with status 200; the console learns %j', async (_, body, known) => {
    github.answers.set('/login/oauth/access_token', (_req, res) => json(res, body))
    expect(errorOf((await enter()).last)).toBe('handler.provider.refused')
    const id = (await store.identityProviders.findByAlias('standin'))?.id ?? 0
    expect((await store.identityProviders.findState(id))?.lastFailure ?? '').toBe(known)
  })

  test('a failing API is away', async () => {
    emails = [503, {}]
    expect(errorOf((await enter()).last)).toBe('handler.provider.unreachable')
  })

  test.each([['12'], [0], [1.5], [null], [undefined]])('a number %j is nobody', async (id) => {
    user = { id }
    expect(errorOf((await enter()).last)).toBe('handler.provider.refused')
  })
})
