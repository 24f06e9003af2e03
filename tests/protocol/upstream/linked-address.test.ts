import { afterAll, beforeEach, expect, test } from 'vitest'
import { responseOf } from '#tests/support/oauth.ts'
import { aUser, grantToUser, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => app.clock.set(new Date()))

const standIn = await openStandIn({ clientId: standInClient, now: () => app.clock.now() })
afterAll(standIn.close)
const { register, enter } = await standInScene(app, standIn)

async function anAdministratorsAddress(): Promise<string> {
  const user = await aUser(store)
  await grantToUser(store, user, 'authserver:manage')
  return user.email
}

test.each<[string, boolean | undefined, () => Promise<string>]>([
  ['that of another user', true, async () => (await aUser(store)).email],
  ['that of an administrator', true, anAdministratorsAddress],
  ['one that the provider does not prove', false, async () => `${unique('new')}@there.example`],
  ['none', undefined, async () => ''],
])(
  'a person keeps account and address here when the address there becomes %s',
  async (_, email_verified, newAddress) => {
    await register({ linking: 'trusted', domains: ['there.example', 'example.org'] })
    const sub = unique('person')
    const former = `${sub}@there.example`
    await enter({ sub, email: former, email_verified: true })
    const user = await store.users.findByEmail(former)
    const email = await newAddress()
    const holder = await store.users.findByEmail(email)
    const { last } = await enter({ sub, ...(email ? { email, email_verified } : {}) })
    expect(responseOf(last)?.code).toBeDefined()
    const links = await store.userIdentities.findOfUser(user?.id ?? 0)
    expect(links).toMatchObject([{ subject: sub, email: email || former }])
    expect(await store.users.findById(user?.id ?? 0)).toEqual(user)
    if (holder) expect(await store.userIdentities.findOfUser(holder.id)).toEqual([])
  },
)
