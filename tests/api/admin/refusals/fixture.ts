import { flushRefusals } from '#lib/domain/audit/refusal-recorder.ts'
import { apiClient } from '#tests/support/api.ts'
import { authorizePath } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { fixture as commonFixture } from '../fixture.ts'

/** A server on which some requests were refused. */
export async function fixture() {
  const common = await commonFixture('manage-clients')
  const { app } = common
  const client = await aClient(app.store, { redirectUris: ['https://shop.example/cb'] })
  const refuse = (redirectUri: string) =>
    app.fetch(authorizePath({ ...client, redirectUri }), { redirect: 'manual' })
  await refuse('https://shop.example/cb/')
  await refuse('https://evil.test/cb')
  await flushRefusals(app)
  return { ...common, client, reader: await apiClient(app, ['admin-read']), refuse }
}

export interface Refused {
  readonly id: number
  readonly rule: string
  readonly requestId: string
}
