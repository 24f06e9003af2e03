import { beforeEach, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aGroup, aUser } from '#tests/support/people.ts'
import { runCommand, runForJson } from './run-command.ts'

interface File {
  readonly identityProviders?: readonly Readonly<Record<string, unknown>>[]
}

interface Imported {
  readonly differences: readonly { readonly record: string }[]
}

let database: OpenDatabase

beforeEach(async () => {
  database = await openSeededDatabase()
})

const documentOf = (identityProviders: readonly object[]) =>
  stringify({ format: 'authserver-configuration', version: 1, identityProviders })

async function exported(from: OpenDatabase, ...more: string[]): Promise<File> {
  const { out } = await runCommand(from, ['export', ...more])
  return parse(out) as File
}

const github = {
  alias: 'github',
  preset: 'github',
  displayName: 'GitHub',
  clientId: 'from-github',
  clientSecret: 'a-secret-from-github',
  createUsers: 'any',
  domains: ['firma.example'],
}

const importing = (into: OpenDatabase, providers: readonly object[]) =>
  runForJson<Imported>(into, ['import', '-'], { input: documentOf(providers) })

test('without providers the file has none, so that an older program reads it', async () => {
  expect(await exported(database)).not.toHaveProperty('identityProviders')
})

test('providers go to another installation, secrets only when they are asked for', async () => {
  const { differences } = await importing(database, [github])
  expect(differences.map(({ record }) => record)).toEqual(['identity provider github'])
  const file = await exported(database)
  expect(file.identityProviders).toEqual([
    expect.objectContaining({ alias: 'github', enabled: false, domains: ['firma.example'] }),
  ])
  expect(JSON.stringify(file)).not.toContain('a-secret-from-github')
  const { identityProviders = [] } = await exported(database, '--with-secrets')
  expect(identityProviders[0]).toMatchObject({ clientSecret: 'a-secret-from-github' })
  const target = await openSeededDatabase()
  await importing(target, identityProviders)
  expect(await exported(target, '--with-secrets')).toMatchObject({ identityProviders })
})

test('a second import of a file with secrets changes nothing, and another secret is a change', async () => {
  await importing(database, [github])
  const { identityProviders: [provider] = [] } = await exported(database, '--with-secrets')
  expect(provider).toBeDefined()
  const { store, client } = database
  const before = await store.identityProviders.findByAlias('github')
  const entries = await client.auditLog.count()
  const input = documentOf([{ ...provider }])
  for (const argv of [
    ['import', '-'],
    ['import', '-', '--dry-run'],
  ]) {
    expect(await runForJson<Imported>(database, argv, { input })).toMatchObject({ differences: [] })
  }
  expect(await store.identityProviders.findByAlias('github')).toEqual(before)
  expect(await client.auditLog.count()).toBe(entries)

  const { differences } = await importing(database, [{ ...provider, clientSecret: 'another' }])
  expect(differences.map(({ record }) => record)).toEqual(['identity provider github'])
  const { identityProviders: [changed] = [] } = await exported(database, '--with-secrets')
  expect(changed).toEqual({ ...provider, clientSecret: 'another' })
})

test('the audit log names the command line as the actor of an added and of a changed provider', async () => {
  await importing(database, [github])
  await importing(database, [{ ...github, displayName: 'GitHub here' }])
  const entries = await database.client.auditLog.findMany({
    where: { auditEvent: { endsWith: 'd_identity_provider' } },
    orderBy: { id: 'asc' },
  })
  expect(
    entries.map(({ auditEvent, details }) => [auditEvent, JSON.parse(details).loggedInUser]),
  ).toEqual([
    ['created_identity_provider', 'command line'],
    ['updated_identity_provider', 'command line'],
  ])
})

test('a mapping names groups by their identifiers, which another installation has with other ids', async () => {
  const mapping = {
    profile: { nickname: 'nick' },
    groupsClaim: 'groups',
    groups: { '0b1c': 'mapped-staff' },
  }
  const partner = {
    alias: 'partner',
    preset: 'oidc',
    displayName: 'Partner',
    issuer: 'https://id.example',
    clientId: 'here',
    mapping,
    syncProfile: 'always',
  }
  await aGroup(database.store, { groupIdentifier: 'mapped-staff' })
  await importing(database, [partner])
  const { identityProviders = [] } = await exported(database)
  expect(identityProviders).toMatchObject([{ mapping, syncProfile: 'always' }])
  const target = await openSeededDatabase()
  const input = documentOf(identityProviders)
  const refused = await runCommand(target, ['import', '-'], { input })
  expect([refused.code === 0, refused.err]).toEqual([
    false,
    expect.stringContaining('mapped-staff'),
  ])
  await aGroup(target.store)
  await aGroup(target.store, { groupIdentifier: 'mapped-staff' })
  await importing(target, identityProviders)
  expect(await exported(target)).toMatchObject({ identityProviders })
})

test('another issuer is refused while people are connected', async () => {
  await importing(database, [{ ...github, preset: 'gitlab', issuer: 'https://a.example' }])
  const { store } = database
  const provider = await store.identityProviders.findByAlias('github')
  const user = await aUser(store)
  await store.userIdentities.insert({
    createdAt: new Date(),
    userId: user.id,
    providerId: provider?.id ?? 0,
    issuer: 'https://a.example',
    subject: '42',
  })
  const input = documentOf([{ alias: 'github', issuer: 'https://b.example' }])
  const { code, err } = await runCommand(database, ['import', '-'], { input })
  expect(code).not.toBe(0)
  expect(err).toContain('identityProviders')
  expect(await store.userIdentities.findOfUser(user.id)).toHaveLength(1)
})
