import { expect, test } from 'vitest'
import { aProvider } from '#tests/support/providers.ts'
import { server } from '#tests/support/server.ts'
import { entriesOf } from '#tests/support/visitor.ts'
import { runCommand, runForJson } from './run-command.ts'

const app = await server()
const database = { url: app.config.databaseUrl }

test('turns a provider off, and says so once more when it is', async () => {
  const { id, alias, issuer } = await aProvider(app.store)
  const { code, out } = await runCommand(database, ['disable-provider', '--alias', alias])
  expect([code, out]).toEqual([0, `${alias} is off now.`])
  expect(await app.store.identityProviders.findById(id)).toMatchObject({ enabled: false, issuer })
  const again = await runForJson(database, ['disable-provider', '--alias', alias])
  expect(again).toEqual({ alias, wasEnabled: false })
  const entries = await entriesOf(app, 'updated_identity_provider', { providerId: id })
  expect(entries).toMatchObject([{ alias, changed: ['enabled'] }])
})

test.each([
  [['disable-provider'], 2, '--alias'],
  [['disable-provider', '--alias', 'nobody'], 1, "No provider has the alias 'nobody'."],
])('%j', async (argv, exitCode, sentence) => {
  const { code, err } = await runCommand(database, argv)
  expect([code, err]).toEqual([exitCode, expect.stringContaining(sentence)])
})
