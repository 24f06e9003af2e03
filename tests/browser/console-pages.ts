import type { Store } from '#lib/persistence/store.ts'
import {
  aClient,
  aGroup,
  aResource,
  aUser,
  grantToGroup,
  grantToUser,
  type TestUser,
} from '#tests/support/people.ts'
import { aWord } from './admin-users.ts'
import { consoleRoutes } from './all-pages.ts'
import { longWord } from './page-states.ts'

export const consoleParts = [
  '/account/',
  '/admin/clients',
  '/admin/groups',
  '/admin/resources',
  '/admin/users',
  '/admin/administrators',
  '/admin/sessions',
  /^\/admin\/(settings\/|dashboard)/,
] as const

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
