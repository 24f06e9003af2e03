import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { profileClaimsOf } from '#lib/domain/identity-providers/mapping.ts'
import type { NewIdentityProvider } from '#lib/persistence/providers/identity-providers.ts'
import { hiddenFields } from '#tests/support/browser.ts'
import { responseOf } from '#tests/support/oauth.ts'
import { aGroup, aUser, grantToGroup, unique } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { json, openStandIn } from '#tests/support/stand-in.ts'
import { entriesOf, errorOf } from '#tests/support/visitor.ts'
import { standInClient, standInScene } from './stand-in-fixture.ts'

const app = await server({ now: new Date(), env: { RATE_LIMITER_ENABLED: 'false' } })
const { store } = app
await app.changeSettings({ identityProvidersEnabled: true })
beforeEach(() => {
  app.clock.set(new Date())
  standIn.answers.clear()
})

const standIn = await openStandIn({ clientId: standInClient, now: () => app.clock.now() })
afterAll(standIn.close)
const scene = await standInScene(app, standIn)

const newPerson = () => {
  const sub = unique('person')
  return { sub, email: `${sub}@there.example`, email_verified: true }
}
const isIn = ({ last }: Awaited<ReturnType<typeof scene.enter>>) =>
  responseOf(last)?.code !== undefined
const userOf = (email: string) => store.users.findByEmail(email)

describe('the profile', () => {
  const profileClaims = JSON.stringify({ givenName: 'names.first', nickname: 'nick' })

  test('of a new account is what the mapped claims say, and stays as it is from then on', async () => {
    await scene.register({ profileClaims })
    const person = newPerson()
    const said = { ...person, names: { first: 'Zoe' }, nick: '<b>', family_name: 'Unmapped' }
    expect(isIn(await scene.enter(said))).toBe(true)
    const user = await userOf(person.email)
    expect(user).toMatchObject({ givenName: 'Zoe', nickname: '', familyName: '' })
    expect(isIn(await scene.enter({ ...said, names: { first: 'Zoë' }, nick: 'Zo' }))).toBe(true)
    expect(await userOf(person.email)).toEqual(user)
  })

  test('is taken over at every sign-in where that is wanted, with an entry when it changes', async () => {
    await scene.register({ profileClaims, syncProfile: 'always' })
    const person = newPerson()
    await scene.enter({ ...person, names: { first: 'Zoe' }, nick: 'Zo' })
    const user = await userOf(person.email)
    const about = { userId: user?.id ?? 0 }
    await scene.enter({ ...person, names: { first: 'Zoe' }, nick: 'Zo' })
    expect(await entriesOf(app, 'updated_user_profile', about)).toEqual([])
    const other = { email: 'other@there.example', preferred_username: 'root' }
    expect(isIn(await scene.enter({ ...person, ...other, nick: 'Zoey' }))).toBe(true)
    expect(await store.users.findById(about.userId)).toMatchObject({
      email: person.email,
      username: '',
      givenName: 'Zoe',
      nickname: 'Zoey',
    })
    expect(await entriesOf(app, 'updated_user_profile', about)).toHaveLength(1)
  })

  test('is left empty where nothing is to be taken over', async () => {
    await scene.register({ syncProfile: 'never' })
    const person = newPerson()
    await scene.enter({ ...person, given_name: 'Zoe' })
    expect(await userOf(person.email)).toMatchObject({ givenName: '' })
  })

  test('of a provider without a mapping of its own is the name, as ever', async () => {
    const provider = await scene.register()
    expect(profileClaimsOf(provider)).toEqual({
      givenName: 'given_name',
      familyName: 'family_name',
    })
  })
})

describe('claims that the ID token does not have', () => {
  const userInfo = (claims: object) =>
    standIn.answers.set('/userinfo', (_req, res) => json(res, claims))
  const mapped = { profileClaims: '{"nickname":"nick"}', syncProfile: 'always' }

  test('come from UserInfo, of people who are linked, too', async () => {
    await scene.register(mapped)
    const person = newPerson()
    userInfo({ sub: person.sub, nick: 'Zo' })
    await scene.enter(person)
    expect(await userOf(person.email)).toMatchObject({ nickname: 'Zo' })
    userInfo({ sub: person.sub, nick: 'Zoey' })
    await scene.enter(person)
    expect(await userOf(person.email)).toMatchObject({ nickname: 'Zoey' })
  })

  test('are not said where UserInfo does not answer: the sign-in goes on', async () => {
    await scene.register(mapped)
    const person = newPerson()
    expect(isIn(await scene.enter(person))).toBe(true)
    standIn.answers.set('/userinfo', (_req, res) => void res.writeHead(503).end())
    expect(isIn(await scene.enter(person))).toBe(true)
  })

  test.each([
    ['the same address', { email_verified: true }, {}, true],
    ['another address', { email: 'other@there.example', email_verified: true }, {}, false],
    ['an address that the ID token does not name', {}, { email: undefined }, false],
  ])('prove an address only where both name it: %s', async (_, told, said, isProven) => {
    await scene.register(mapped)
    const { sub, email } = newPerson()
    const isOfToken = !('email' in said)
    userInfo({ sub, email, ...told, nick: 'Zo' })
    const person = { sub, ...(isOfToken ? { email } : { email_verified: true }) }
    const { last } = await scene.enter(person)
    if (isProven) expect(responseOf(last)?.code).toBeDefined()
    else expect(errorOf(last)).toBe('handler.provider.email_unproven')
  })

  test('are refused of another person', async () => {
    await scene.register(mapped)
    const person = newPerson()
    await scene.enter(person)
    userInfo({ sub: 'somebody-else', nick: 'Mallory' })
    expect(errorOf((await scene.enter(person)).last)).toBe('handler.provider.refused')
    expect(await userOf(person.email)).toMatchObject({ nickname: '' })
  })

  test('are not asked for where nothing is mapped', async () => {
    await scene.register({ profileClaims: '{}' })
    standIn.requests.length = 0
    const person = newPerson()
    await scene.enter(person)
    await scene.enter(person)
    expect(standIn.requests).not.toContain('GET /userinfo')
  })
})

/** A provider that names two groups here, and a third one that it does not name. */
async function withGroups(fields: Partial<NewIdentityProvider> = {}) {
  const provider = await scene.register({ groupsClaim: 'groups', ...fields })
  const [staff, sales, own] = [await aGroup(store), await aGroup(store), await aGroup(store)]
  await store.providerGroups.setGroups(provider.id, [
    { value: 'staff', groupId: staff.id },
    { value: 'all staff', groupId: staff.id },
    { value: 'sales', groupId: sales.id },
  ])
  return { provider, staff, sales, own }
}

const groupsOf = async (email: string) =>
  store.memberships.groupIdsOf((await userOf(email))?.id ?? 0)

describe('groups', () => {
  test('are joined and left at every sign-in, with entries; others stay', async () => {
    const { provider, staff, sales, own } = await withGroups()
    const person = newPerson()
    await scene.enter({ ...person, groups: ['staff', 'unknown'] })
    expect(await groupsOf(person.email)).toEqual([staff.id])
    const userId = (await userOf(person.email))?.id ?? 0
    await store.memberships.add(userId, [own.id], new Date())
    await scene.enter({ ...person, groups: ['all staff', 'sales'] })
    expect(await groupsOf(person.email)).toEqual([staff.id, sales.id, own.id])
    await scene.enter({ ...person, groups: 'sales' })
    expect(await groupsOf(person.email)).toEqual([sales.id, own.id])
    const { id: providerId, alias } = provider
    const entry = { userId, providerId, alias, loggedInUser: '' }
    const added = await entriesOf(app, 'user_added_to_group', { userId })
    expect(added).toEqual([
      { ...entry, groupId: staff.id },
      { ...entry, groupId: sales.id },
    ])
    const removed = await entriesOf(app, 'user_removed_from_group', { userId })
    expect(removed).toEqual([{ ...entry, groupId: staff.id }])
  })

  test.each([
    ['no claim', {}, 'absent'],
    ['no list', { groups: {} }, 'unreadable'],
    ['a pointer', { _claim_names: { groups: 'src1' } }, 'elsewhere'],
    ['a list left out for its length', { hasgroups: true }, 'too_many'],
  ])('stay by %s; the console counts it and says why', async (_, said, why) => {
    const { provider, staff } = await withGroups()
    const person = newPerson()
    await scene.enter({ ...person, groups: ['staff'] })
    for (let i = 0; i < 2; i++) expect(isIn(await scene.enter({ ...person, ...said }))).toBe(true)
    expect(await groupsOf(person.email)).toEqual([staff.id])
    expect(await store.identityProviders.findState(provider.id)).toMatchObject({
      groupsMissing: 2,
      groupsMissingAt: app.clock.now(),
      groupsMissingWhy: why,
    })
  })

  test('are all left by an empty list', async () => {
    const { provider } = await withGroups()
    const person = newPerson()
    await scene.enter({ ...person, groups: ['staff', 'sales'] })
    await scene.enter({ ...person, groups: [] })
    expect(await groupsOf(person.email)).toEqual([])
    expect((await store.identityProviders.findState(provider.id))?.groupsMissing ?? 0).toBe(0)
  })

  test('that make administrators are neither joined nor left, whatever was mapped before', async () => {
    const { staff, sales } = await withGroups()
    const person = newPerson()
    await scene.enter({ ...person, groups: ['sales'] })
    await grantToGroup(store, staff, 'authserver:manage-users')
    await grantToGroup(store, sales, 'authserver:manage')
    await scene.enter({ ...person, groups: ['staff'] })
    expect(await groupsOf(person.email)).toEqual([sales.id])
  })

  test('that were deleted mean nothing any more', async () => {
    const { staff, sales } = await withGroups()
    await store.groups.remove(sales.id)
    const person = newPerson()
    expect(isIn(await scene.enter({ ...person, groups: ['staff', 'sales'] }))).toBe(true)
    expect(await groupsOf(person.email)).toEqual([staff.id])
  })

  test('of an account that is linked are joined once its owner has proven it, not before', async () => {
    const { staff } = await withGroups()
    const user = await aUser(store)
    const said = { sub: unique('mine'), email: user.email, email_verified: true, groups: ['staff'] }
    const { browser, last } = await scene.enter(said)
    expect(last.view?.page).toBe('provider-account')
    expect(await groupsOf(user.email)).toEqual([])
    const end = await browser.post('/auth/pwd', [
      ...hiddenFields(last.view),
      ['email', user.email],
      ['password', user.password],
    ])
    expect(responseOf(end)?.code).toBeDefined()
    expect(await groupsOf(user.email)).toEqual([staff.id])
  })

  test('are joined once by two sign-ins at the same time', async () => {
    const { staff } = await withGroups({ syncProfile: 'always' })
    const person = newPerson()
    await scene.enter({ ...person, groups: [] })
    const both = await Promise.all(
      [1, 2].map(() => scene.enter({ ...person, given_name: 'Zoe', groups: ['staff'] })),
    )
    // The stand-in knows one nonce at a time, so one of them may be refused.
    expect(both.some(isIn)).toBe(true)
    expect(await groupsOf(person.email)).toEqual([staff.id])
    const userId = (await userOf(person.email))?.id ?? 0
    expect(await entriesOf(app, 'user_added_to_group', { userId })).toHaveLength(1)
  })
})
