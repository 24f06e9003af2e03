import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#lib/api/contract/define.ts'
import { apiClient, apiUser, call, outcome } from '#tests/support/api.ts'
import { eachContract } from '#tests/support/contracts.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Texts that no database returns unchanged. */
const unstorable = ['a\0b', '\ud800', 'a\udfff', '\udc00\ud800'] as const

/** A body with a value in every field, and one text wherever a text is allowed. */
function filled({ type, properties = {}, items = {} }: Schema, text: (at: string) => string) {
  const fill = (schema: Schema, at: string): unknown => filled(schema, (inner) => text(at + inner))
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, fill(schema, `${name}.`)]),
      )
    case 'array':
      return [fill(items, '')]
    case 'string':
      return text('')
    default:
      return type === 'integer' ? 7 : true
  }
}

/** Paths of texts in an operation's body. Lists that are only compared store nothing. */
function textsOf({ body }: Contract): string[] {
  const found: string[] = []
  filled(schemaOf(body), (at) => {
    found.push(at)
    return ''
  })
  return found.filter((at) => at !== 'expectedRedirectURIs.' && at !== 'expectedWebOrigins.')
}

function schemaOf(body: z.ZodType = z.undefined()): Schema {
  return z.toJSONSchema(body, { io: 'input', target: 'openapi-3.0' }) as Schema
}

const withTexts = eachContract
  .filter(([, { body }]) => body)
  .flatMap(([id, contract]) => textsOf(contract).map((at) => [id, at, contract] as const))

describe('a body whose text cannot be stored is refused', () => {
  it.each(withTexts)('%s: %s', (_, field, { body }) => {
    const reads = (text: string) => {
      const sent = filled(schemaOf(body), (at) => (at === field ? text : ''))
      return body?.safeParse(sent).success
    }
    expect(reads('👩‍👩‍👧‍👦 \u{10ffff}')).toBe(true)
    for (const text of unstorable) expect(reads(text), JSON.stringify(text)).toBe(false)
  })
})

describe('half a surrogate pair', async () => {
  const app = await server({ env: { RATE_LIMITER_ENABLED: 'false' } })
  const manager = await apiClient(app, ['manage'])
  const user = await aUser(app.store)
  const newPassword = 'Notes-on-the-engine-\ud800-1843'

  test.each([
    ['POST', '/user-attributes', { key: 'k', value: 'a\ud800', userId: user.id }, manager],
    ['POST', '/groups', { groupIdentifier: 'halved', description: '\udfff' }, manager],
    ['PUT', `/users/${user.id}/password`, { newPassword }, manager],
    [
      'PUT',
      '/api/v1/account/password',
      { currentPassword: user.password, newPassword },
      await apiUser(app, user, ['manage-account']),
    ],
  ])('is refused over the wire: %s %s', async (method, path, body, token) => {
    const sent = JSON.stringify(body)
    expect(sent).toMatch(/\\ud[8f]/)
    const answer = outcome(call(token, method, path, sent))
    expect(await answer).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  test('and its other half are one character, which is given back', async () => {
    const sent = `{"key":"k","value":"\\ud83d\\ude00","userId":${user.id}}`
    type Answer = { readonly attribute: { readonly value: string } }
    const { status, body } = await call<Answer>(manager, 'POST', '/user-attributes', sent)
    expect([status, body.attribute.value]).toEqual([201, '😀'])
  })

  test.each(['%ED%A0%80', '%ff', '%C3%28'])('cannot stand in a form: %s', async (escaped) => {
    const body = `grant_type=password&username=${escaped}&password=${escaped}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.fetch('/auth/token', { method: 'POST', headers, body })
    const { error } = (await answer.json()) as { readonly error: string }
    expect([answer.status, error]).toEqual([400, 'invalid_request'])
  })
})
