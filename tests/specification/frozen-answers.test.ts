import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { type Recorded, recordAnswers } from './frozen-answers.ts'

/** The answers of the release before the additions to the protocol. */
const frozen: Recorded[] = JSON.parse(
  readFileSync(new URL('frozen-answers.json', import.meta.url), 'utf8'),
)

async function answersWith(change: Partial<SettingsRecord>): Promise<Recorded[]> {
  const database = await openSeededDatabase()
  const app = await server({ database, env: { RATE_LIMITER_ENABLED: 'false' } })
  await app.changeSettings({ ...everythingOff, ...change })
  return recordAnswers(app)
}

test('with every addition off, each specified request is answered as before there were any', async () => {
  expect(await answersWith({})).toEqual(frozen)
})

type Switch = keyof typeof everythingOff

/** Requests that use an addition, with their answers, which tell that it is on. */
const uses: Partial<Record<Switch, RegExp>> = {
  deviceGrantEnabled: /^POST \/auth\/token another grant /,
  privateKeyJwtEnabled: /^POST \/auth\/token assertion /,
  // The code is redeemed for a resource that no API has; what follows lacks its tokens.
  resourceIndicatorsEnabled:
    /&resource=|^POST \/auth\/token (code|code again|revoked) \d|^GET \/userinfo .*(is invalid|terminated)/,
}

test.each<[Switch, ...Partial<SettingsRecord>[]]>([
  ['authorizationServerMetadataEnabled'],
  ['tokenRevocationEnabled'],
  ['tokenIntrospectionEnabled'],
  ['backchannelLogoutEnabled'],
  ['resourceIndicatorsEnabled'],
  ['clientIdMetadataDocumentsEnabled', { clientIdMetadataDocumentOtherHosts: 'allow' }],
  ['dynamicClientApprovalRequired'],
  ['selfRegisteredClientScopes', { selfRegisteredClientScopes: 'openid' }],
  ['unusedSelfRegisteredClientDays', { unusedSelfRegisteredClientDays: 1 }],
  [
    'selfRegisteredClientTokenExpirationInSeconds',
    { selfRegisteredClientTokenExpirationInSeconds: 60 },
  ],
  ['privateKeyJwtEnabled', { clientAssertionTokenEndpointAudienceAllowed: true }],
  ['clientAssertionTokenEndpointAudienceAllowed'],
  ['pushedAuthorizationRequestsEnabled'],
  ['deviceGrantEnabled'],
])('with %s on, only the discovery document differs', async (name, more = {}) => {
  const compared = (answers: Recorded[]) =>
    answers
      .filter(({ request }) => !/^(GET|HEAD) \/\.well-known/.test(request))
      .filter(({ request, status, body }) => !uses[name]?.test(`${request} ${status} ${body}`))
  const answers = await answersWith({ [name]: true, ...more })
  expect(answers).toHaveLength(frozen.length)
  expect(compared(answers)).toEqual(compared(frozen))
})

test('with authorizationResponseIssEnabled on, only the discovery document and `iss` in responses differ', async () => {
  const compared = (answers: Recorded[]) =>
    answers
      .filter(({ request }) => !/^(GET|HEAD) \/\.well-known/.test(request))
      .map((answer) => JSON.parse(withoutIss(JSON.stringify(answer))))
  const answers = await answersWith({ authorizationResponseIssEnabled: true })
  expect(compared(answers)).toEqual(compared(frozen))
  expect(withoutIss(JSON.stringify(answers))).not.toBe(JSON.stringify(answers))
})

test('with dpopEnabled on, only the discovery document and what scripts may send and read differ', async () => {
  const compared = (answers: Recorded[]) =>
    answers
      .filter(({ request }) => !/^(GET|HEAD) \/\.well-known/.test(request))
      .map(({ headers, ...answer }) => {
        const { 'access-control-allow-headers': _, ...others } = headers
        const { 'access-control-expose-headers': __, ...rest } = others
        return { ...answer, headers: rest }
      })
  const answers = await answersWith({ dpopEnabled: true, dpopNonceRequired: true })
  expect(compared(answers)).toEqual(compared(frozen))
})

/** Without the issuer that a response names, and without what a redirect URI says in its place. */
function withoutIss(text: string): string {
  return text
    .replaceAll('&iss=http%3A%2F%2Flocalhost%3A3000', '')
    .replaceAll(/,?\\"iss\\":\\"http:\/\/localhost:3000\\"/g, '')
    .replaceAll(
      /(\\n)?<input type=\\"hidden\\" name=\\"iss\\" value=\\"http:\/\/localhost:3000\\">/g,
      '',
    )
    .replaceAll('cb?iss=own&a=1', 'cb?a=1')
}
