import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSeededDatabase } from '#tests/support/file-database.ts'
import { everythingOff } from '#tests/support/protocol-features.ts'
import { server } from '#tests/support/server.ts'
import { type Recorded, recordAnswers } from './frozen-answers.ts'

/** The answers of the release before the additions to the protocol. */
const frozen: Recorded[] = JSON.parse(
  readFileSync(new URL('frozen-answers.json', import.meta.url), 'utf8'),
)

async function answersWith(change: Partial<typeof everythingOff>): Promise<Recorded[]> {
  const database = await openSeededDatabase()
  const app = await server({ database, env: { RATE_LIMITER_ENABLED: 'false' } })
  await app.changeSettings({ ...everythingOff, ...change })
  return recordAnswers(app)
}

test('with every addition off, each specified request is answered as before there were any', async () => {
  expect(await answersWith({})).toEqual(frozen)
})

/** Requests that use an addition: their answers tell that it is on. */
const uses: Partial<Record<keyof typeof everythingOff, string>> = {
  deviceGrantEnabled: 'POST /auth/token another grant',
}

test.each([
  'authorizationServerMetadataEnabled',
  'tokenRevocationEnabled',
  'tokenIntrospectionEnabled',
  'backchannelLogoutEnabled',
  'pushedAuthorizationRequestsEnabled',
  'deviceGrantEnabled',
] as const)('with %s on, only the discovery document differs', async (name) => {
  const compared = (answers: Recorded[]) =>
    answers.filter(
      ({ request }) => !/^(GET|HEAD) \/\.well-known/.test(request) && request !== uses[name],
    )
  const answers = await answersWith({ [name]: true })
  expect(answers).toHaveLength(frozen.length)
  expect(compared(answers)).toEqual(compared(frozen))
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
