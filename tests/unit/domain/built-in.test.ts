import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acceptedScopes } from '#lib/api/scopes.ts'
import { adminApiScopes, builtInPermissions } from '#lib/domain/permissions/built-in.ts'
import { requireDescription } from '#lib/domain/values/descriptions.ts'
import { allContracts } from '#tests/support/contracts.ts'

/** Part of the operations' paths for each word of a description. */
const areas: [word: string, path: string][] = [
  ['users', '/admin/users/create'],
  ['groups', '/admin/groups/{id}'],
  ['sessions', '/admin/user-sessions/'],
  ['consents', '/admin/user-consents/'],
  ['clients', '/admin/clients'],
  ['settings', '/admin/settings/general'],
  ['resources', '/admin/resources'],
  ['signing keys', '/admin/settings/keys'],
]
const granular = builtInPermissions.filter(({ identifier }) => identifier.startsWith('manage-'))

/** The granular permissions that allow a write below a path. */
function opening(path: string): string[] {
  const writes = allContracts.filter((one) => one.method !== 'GET' && one.path.includes(path))
  const scopes = new Set(writes.flatMap(acceptedScopes))
  return granular
    .map(({ identifier }) => identifier)
    .filter((identifier) => scopes.has(`authserver:${identifier}`))
}

const documented = new Map(
  [...readFileSync('docs/administer.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(
    ([, name = '', text = '']) => [name, text],
  ),
)

test('the granular permission that may write somewhere says so, and no other', () => {
  for (const [word, path] of areas) {
    const named = (text: string) => new RegExp(`\\b${word}\\b`).test(text)
    const owners = opening(path)
    expect(owners, path).toHaveLength(1)
    const saying = granular.filter(({ description }) => named(description))
    expect(saying.map(({ identifier }) => identifier)).toEqual(owners)
    const written = granular.filter(({ identifier }) => named(documented.get(identifier) ?? ''))
    expect(written.map(({ identifier }) => identifier)).toEqual(owners)
  }
})

test('browser-sessions says that it opens nothing, which is true', () => {
  const found = builtInPermissions.find(({ identifier }) => identifier === 'browser-sessions')
  expect(found?.description).toMatch(/^Opens no operation/)
  expect(documented.get('browser-sessions')).toMatch(/^no operation/)
  const scopes = allContracts.flatMap(acceptedScopes)
  expect(scopes).not.toContain('authserver:browser-sessions')
})

test('admin-read says that it does not read secrets', () => {
  const found = builtInPermissions.find(({ identifier }) => identifier === 'admin-read')
  expect(found?.description).toContain('but client secrets')
  expect(documented.get('admin-read')).toContain('except client secrets')
  for (const { description } of builtInPermissions) requireDescription(description)
})

test('the scopes of the Admin API are those that open one of its operations', () => {
  const operations = allContracts.filter(({ access }) => access !== 'account')
  expect(new Set(adminApiScopes)).toEqual(new Set(operations.flatMap(acceptedScopes)))
})
