import { beforeAll, expect, test } from 'vitest'
import { reachedHosts } from '#lib/server/reached-hosts.ts'
import { aClient } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'

const app = await server()

beforeAll(async () => {
  await aClient(app.store, { backchannelLogoutUri: 'https://told.example:8443/out' })
  await aClient(app.store, { backchannelLogoutUri: 'https://told.example:8443/other' })
  await aClient(app.store, { jwksUri: 'https://keys.example/jwks.json' })
})

test.each([
  ['nobody while every switch is off', {}, []],
  ['who is told of sign-outs', { backchannelLogoutEnabled: true }, ['told.example:8443']],
  ['who serves keys', { privateKeyJwtEnabled: true }, ['keys.example']],
  [
    'the trusted hosts of documents',
    {
      clientIdMetadataDocumentsEnabled: true,
      clientIdMetadataDocumentHosts: 'a.example b.example',
    },
    ['a.example', 'b.example'],
  ],
  [
    'any host, where others may publish documents',
    { clientIdMetadataDocumentsEnabled: true, clientIdMetadataDocumentOtherHosts: 'approve' },
    ['the hosts of metadata documents'],
  ],
])('the server has to reach %s', async (_, change, hosts) => {
  const settings = await app.changeSettings({ ...everythingOff, ...change })
  expect(await reachedHosts(app.store, settings)).toEqual(hosts)
})
