import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parseConfiguration } from '#lib/cli/configuration/file.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aClient, aGroup, aPublicClient, aResource, grantToClient } from '#tests/support/people.ts'
import { runCommand, runForJson } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-states-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * States that arise when the Admin API disables a flow after the dependent page was saved, and states of the
 * first start.
 */
const states: [what: string, furnish: (database: OpenDatabase) => Promise<unknown>][] = [
  [
    'a default level without the code flow',
    ({ store }) =>
      aClient(store, {
        clientIdentifier: 'web',
        authorizationCodeEnabled: false,
        defaultAcrLevel: 'urn:authserver:level2_mandatory',
        redirectUris: [],
      }),
  ],
  [
    'redirect URIs without any flow of a browser',
    ({ store }) =>
      aClient(store, {
        clientIdentifier: 'web',
        authorizationCodeEnabled: false,
        implicitGrantEnabled: false,
        defaultAcrLevel: 'urn:authserver:level2_optional',
      }),
  ],
  [
    'permissions without client credentials',
    async ({ store }) => {
      await aResource(store, 'orders', ['read'])
      const client = await aClient(store, {
        clientIdentifier: 'web',
        clientCredentialsEnabled: false,
      })
      await grantToClient(store, client, 'orders:read')
    },
  ],
  [
    'permissions of a public client',
    async ({ store }) => {
      await aResource(store, 'orders', ['read'])
      const client = await aPublicClient(store, { clientIdentifier: 'web', pkceRequired: true })
      await grantToClient(store, client, 'orders:read')
    },
  ],
  [
    'the short secret of a bootstrap client, with signs that no other has',
    ({ store }) => aClient(store, { clientIdentifier: 'web', secret: 's1gns!-~' }),
  ],
  [
    'texts with line ends and blanks in odd places',
    async ({ store, client }) => {
      const { id: groupId } = await aGroup(store, { groupIdentifier: 'staff' })
      for (const value of [' \n', '\n\n b\n ', '\ta: b\r\n#', '\u2028 \ufeff'])
        await client.groupAttribute.create({ data: { groupId, key: 'text', value } })
    },
  ],
  [
    'an issuer as long as the public address',
    ({ store }) =>
      store.settings.update({ issuer: `https://${'login.'.repeat(12)}example.com`, appName: 'A' }),
  ],
]

test.each(states)('import takes what export wrote of %s', async (_, furnish) => {
  const source = await openSeededDatabase()
  await furnish(source)
  const target = await openSeededDatabase()
  const text = await exported(source)
  await importText(target, text)
  expect(await exported(target)).toBe(text)
})

test('import switches a flow off and keeps what needed it, in one file', async () => {
  const { url, store } = await openSeededDatabase()
  const web = { clientIdentifier: 'web', redirectURIs: ['https://web.example/'] }
  await importText({ url }, documentOf([{ ...web, authorizationCodeEnabled: true }]))
  const redirectURIs = ['https://web.example/', 'https://web.example/other']
  await importText({ url }, documentOf([{ ...web, redirectURIs, authorizationCodeEnabled: false }]))
  expect(await store.clients.findByIdentifier('web')).toMatchObject({
    authorizationCodeEnabled: false,
    redirectUris: [expect.anything(), expect.anything()],
  })
})

test.each([
  'x'.repeat(7),
  'x '.repeat(20),
  'x'.repeat(256),
  'schlüssel'.repeat(4),
  'x%2D'.repeat(8),
])('import refuses a secret that no installation can have: %s', async (clientSecret) => {
  const database = await openSeededDatabase()
  const file = join(folder, 'secret.yaml')
  writeFileSync(file, documentOf([{ clientIdentifier: 'web', clientSecret }]))
  expect(await runCommand(database, ['import', file])).toEqual({
    code: 1,
    out: '',
    err: "clients[0] (web): The field 'clientSecret' must have 8 to 255 printable ASCII characters, without spaces and percent signs.",
  })
})

test('a file may have more records, and a group more attributes, than anybody counts', () => {
  const clients = Array.from({ length: 2_500 }, (_, i) => ({ clientIdentifier: `client-${i}` }))
  const attributes = Array.from({ length: 12_000 }, (_, i) => ({ key: `key${i}`, value: '' }))
  const groups = [{ groupIdentifier: 'staff', attributes }]
  const content = JSON.stringify({ ...head, clients, groups })
  const parsed = parseConfiguration(content)
  expect(parsed.clients).toHaveLength(clients.length)
  expect(parsed.groups[0]?.attributes).toHaveLength(attributes.length)
})

const head = { format: 'authserver-configuration', version: 1 }

function documentOf(clients: object[]): string {
  return stringify({ ...head, clients })
}

async function exported(database: OpenDatabase): Promise<string> {
  const { code, out, err } = await runCommand(database, ['export', '--with-secrets'])
  if (code !== 0) throw new Error(err)
  return out
}

function importText(database: { readonly url: string }, text: string) {
  const file = join(folder, 'configuration.yaml')
  writeFileSync(file, text)
  return runForJson(database, ['import', file])
}
