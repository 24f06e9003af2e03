import type { Store } from '#lib/persistence/store.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
  type TestClient,
  type TestUser,
} from '#tests/support/people.ts'
import { aProvider } from '#tests/support/providers.ts'
import { aWord } from './admin-users.ts'
import { consoleRoutes } from './all-pages.ts'
import { longWord } from './page-states.ts'

/**
 * Creates one record of each kind, with long names, and returns the addresses of their pages.
 * @param visitor owner of some sessions and consents
 */
export async function consolePages(store: Store, visitor: TestUser): Promise<readonly string[]> {
  const client = await aClient(store, {
    displayName: longWord.slice(0, 60),
    description: longWord,
    createdViaDcr: true,
    redirectUris: [`https://app.example.org/${'a-rather-long-path/'.repeat(6)}`],
  })
  const registered = { kind: 'dynamic', approval: 'approved' } as const
  await store.clientRegistrations.insert({
    createdAt: new Date(),
    clientId: client.id,
    ...registered,
  })
  const name = `depot-${aWord()}`
  const resource = await aResource(store, name, ['read', longWord.slice(0, 38)])
  const permission = await store.permissions.find(name, 'read')
  const user = await aUser(store, {
    email: `${'a'.repeat(40)}${aWord()}@example.org`,
    familyName: longWord.slice(0, 48),
  })
  const group = await aGroup(store, { description: longWord }, [user])
  await grantToGroup(store, group, `${name}:read`)
  await grantToUser(store, user, `${name}:read`)
  for (const person of [user, visitor]) {
    await store.consents.save(person.id, client.id, `openid email ${name}:read`, new Date())
  }
  const attribute = { key: 'k'.repeat(38), value: longWord.repeat(2) }
  const flags = { includeInIdToken: true, includeInAccessToken: true }
  const ofUser = await store.userAttributes.insert({ userId: user.id, ...attribute, ...flags })
  const ofGroup = await store.groupAttributes.insert({ groupId: group.id, ...attribute, ...flags })
  const ids: Readonly<Record<string, { readonly id: number }>> = {
    clients: client,
    resources: resource,
    users: user,
    administrators: user,
    groups: group,
    refusals: { id: await aRefusal(store, client) },
    'identity-providers': await aLongProvider(store),
  }
  return consoleRoutes().map((route) => {
    const [, , part = ''] = route.split('/')
    const attributeId = part === 'users' ? ofUser.id : ofGroup.id
    return route
      .replace('[id]', String(ids[part]?.id))
      .replace('[attributeId]', String(attributeId))
      .replace('[permissionId]', String(permission?.id))
  })
}

/** A provider with a name, an issuer and a mapping that are as long as they may be. */
async function aLongProvider(store: Store) {
  const provider = await aProvider(store, {
    displayName: longWord.slice(0, 40),
    issuer: `https://${'long-name-of-a-host.'.repeat(6)}example.org`,
    enabled: false,
    groupsClaim: longWord,
  })
  const missing = { at: new Date(), why: 'elsewhere' }
  await store.identityProviders.noteMissingGroups(provider.id, missing)
  return provider
}

/** A refused request, stored as the recorder does it; returns its number. */
async function aRefusal(store: Store, { id, clientIdentifier }: TestClient): Promise<number> {
  const address = `https://app.example.org/${'another-rather-long-path/'.repeat(6)}`
  const now = new Date()
  const facts = {
    received: address,
    registered: address.slice(0, -1),
    difference: 'final_slash',
    mayAdd: true,
  }
  const [refusal = 0] = await store.refusalRecords.insertAll([
    {
      createdAt: now,
      requestId: aWord(),
      endpoint: '/auth/authorize',
      rule: 'redirect_uri_not_registered',
      error: 'redirect_uri_not_registered',
      status: 400,
      clientId: id,
      clientIdentifier,
      userId: null,
      network: '192.0.2.0/24',
      facts: JSON.stringify(facts),
      repeats: 3,
      lastAt: now,
    },
  ])
  return refusal
}
