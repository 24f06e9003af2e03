import { beforeAll, expect, test } from 'vitest'
import { reachedHosts } from '#lib/http/reached-hosts.ts'
import { aClient } from '#tests/support/people.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { aProvider } from '#tests/support/providers.ts'
import { server } from '#tests/support/server.ts'

const app = await server()
const switchedOff = {
  ...everythingOff,
  identityProvidersEnabled: false,
  breachedPasswordCheck: 'off',
}

beforeAll(async () => {
  await aClient(app.store, { backchannelLogoutUri: 'https://told.example:8443/out' })
  await aClient(app.store, { backchannelLogoutUri: 'https://told.example:8443/other' })
  await aClient(app.store, { jwksUri: 'https://keys.example/jwks.json' })
  await aProvider(app.store, { issuer: 'https://id.example/tenant' })
  await aProvider(app.store, { issuer: 'https://off.example', enabled: false })
})

test.each([
  ['no host while every switch is off', {}, []],
  ['who is told of sign-outs', { backchannelLogoutEnabled: true }, ['told.example:8443']],
  ['who serves keys', { privateKeyJwtEnabled: true }, ['keys.example']],
  ['the enabled providers', { identityProvidersEnabled: true }, ['id.example']],
  [
    'the service of breached passwords',
    { breachedPasswordCheck: 'service' },
    ['api.pwnedpasswords.com'],
  ],
  [
    'the chosen service of breached passwords',
    { breachedPasswordCheck: 'service', breachedPasswordService: 'https://pw.example/api' },
    ['pw.example'],
  ],
  ['no host for a file of breached passwords', { breachedPasswordCheck: 'file' }, []],
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
  const settings = await app.changeSettings({ ...switchedOff, ...change })
  expect(await reachedHosts(app.runtime, settings)).toEqual(hosts)
})
