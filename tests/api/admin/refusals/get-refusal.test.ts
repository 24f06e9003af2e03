import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { fixture, type Refused } from './fixture.ts'

const { reader, client } = await fixture()
const { refusals } = (
  await call<{ refusals: Refused[] }>(reader, 'GET', `/refusals?clientId=${client.id}`)
).body
const [foreign, slash] = refusals

describe('200', () => {
  test('what was sent, and the form that puts it right', async () => {
    const { status, body } = await call(reader, 'GET', `/refusals/${slash?.id}`)
    expect([status, body]).toMatchObject([
      200,
      {
        facts: { received: 'https://shop.example/cb/', registered: 'https://shop.example/cb' },
        explanation: {
          rule: 'redirect_uri_not_registered',
          title: 'Redirect URI isn’t registered',
          links: [`/admin/clients/${client.id}/redirect-uris?refusal=${slash?.id}`],
        },
      },
    ])
  })

  test('an address of another host is never offered for registration', async () => {
    const { body } = await call(reader, 'GET', `/refusals/${foreign?.id}`)
    expect(body).toMatchObject({ facts: { mayAdd: false }, explanation: { links: [] } })
  })
})

describe('400', () => {
  test('no id', async () => {
    expect(await outcome(call(reader, 'GET', '/refusals/x'))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('404', () => {
  test('no such record', async () => {
    expect(await outcome(call(reader, 'GET', '/refusals/999999'))).toEqual([404, 'NOT_FOUND'])
  })
})
