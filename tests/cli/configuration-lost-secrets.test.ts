import { beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { openCipher } from '#lib/base/crypto/cipher.ts'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { aClient } from '#tests/support/people.ts'
import { runCommand, runForJson } from './run-command.ts'

const lostKey = openCipher(Buffer.alloc(32, 7))

let database: OpenDatabase

/** An installation with a client, a provider and a mail server whose secrets were sealed with a key that is lost. */
beforeEach(async () => {
  database = await openSeededDatabase()
  const { store, client } = database
  const { id } = await aClient(store, { clientIdentifier: 'shop' })
  const github = { alias: 'github', preset: 'github', displayName: 'GitHub', clientId: 'ours' }
  await imported({ identityProviders: [{ ...github, clientSecret: 'from-github' }] })
  await client.client.update({
    where: { id },
    data: {
      clientSecretEncrypted: lostKey.seal('lost', `clients.client_secret_encrypted/${id}`),
    },
  })
  await client.identityProvider.update({
    where: { alias: 'github' },
    data: {
      clientSecretEncrypted: lostKey.seal(
        'lost',
        'identity_providers.client_secret_encrypted/github',
      ),
    },
  })
  await store.settings.update({
    smtpEnabled: true,
    smtpHost: 'mail.example.org',
    smtpPort: 587,
    smtpEncryption: 'starttls',
    smtpFromEmail: 'login@example.org',
    smtpPasswordEncrypted: lostKey.seal('lost', 'settings.smtp_password_encrypted/1'),
  })
})

/** @returns the names of the changed records */
async function imported(sections: object): Promise<readonly string[]> {
  const input = stringify({ format: 'authserver-configuration', version: 1, ...sections })
  const { differences } = await runForJson<{ differences: { record: string }[] }>(
    database,
    ['import', '-'],
    { input },
  )
  return differences.map(({ record }) => record)
}

test('a file without secrets changes records whose secret no key opens', async () => {
  const { store } = database
  const { smtpPasswordEncrypted } = (await store.settings.find()) ?? {}
  const before = await store.identityProviders.findByAlias('github')
  const client = await store.clients.findRecord('shop')
  const changed = await imported({
    settings: { email: { smtpFromName: 'Sign-in' } },
    clients: [{ clientIdentifier: 'shop', displayName: 'Shop' }],
    identityProviders: [{ alias: 'github', displayName: 'Code' }],
  })
  expect(changed).toHaveLength(3)
  expect(await store.settings.find()).toMatchObject({
    smtpFromName: 'Sign-in',
    smtpPasswordEncrypted,
  })
  expect(await store.clients.findRecord('shop')).toMatchObject({
    displayName: 'Shop',
    clientSecretEncrypted: client?.clientSecretEncrypted,
  })
  expect(await store.identityProviders.findByAlias('github')).toMatchObject({
    displayName: 'Code',
    clientSecretEncrypted: before?.clientSecretEncrypted,
  })
})

test('a file with secrets replaces those that no key opens', async () => {
  const changed = await imported({
    settings: { email: { smtpPassword: 'a-new-mail-password' } },
    clients: [{ clientIdentifier: 'shop', clientSecret: 'a-new-client-secret' }],
    identityProviders: [{ alias: 'github', clientSecret: 'a-new-provider-secret' }],
  })
  expect(changed).toHaveLength(3)
  const { code, out } = await runCommand(database, ['export', '--with-secrets'])
  expect(code).toBe(0)
  for (const secret of ['a-new-mail-password', 'a-new-client-secret', 'a-new-provider-secret']) {
    expect(out).toContain(secret)
  }
})
