import { expect, test } from 'vitest'
import { authorizePath, responseOf } from '#tests/support/oauth.ts'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'

const app = await server()
const client = await aClient(app.store)
const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }

/** Every parameter the server reads, except those that decide where the response goes. */
const values = {
  response_type: 'code',
  scope: 'openid',
  state: 'a-state',
  nonce: 'a-nonce',
  response_mode: 'query',
  ...pkce,
  max_age: '60',
  acr_values: 'urn:authserver:level1',
  prompt: 'login',
  ui_locales: 'de',
  id_token_hint: 'a.b.c',
}

test.each(Object.entries(values))(
  '%s is refused when it is sent twice, even alike',
  async (name, value) => {
    const path = authorizePath(client, { ...pkce, [name]: value })
    const answer = await visitor(app).visit(`${path}&${name}=${encodeURIComponent(value)}`)
    expect(responseOf(answer)).toMatchObject({
      error: 'invalid_request',
      error_description: `The parameter '${name}' is included more than once.`,
    })
  },
)

/** 4,098 bytes in 2,049 characters. */
const long = 'ä'.repeat(2049)

test.each(['state', 'nonce', 'scope'])('the limit of %s is one of bytes', async (name) => {
  const answer = await visitor(app).visit(authorizePath(client, { ...pkce, [name]: long }))
  expect(responseOf(answer)).toMatchObject({
    error: 'invalid_request',
    error_description: `The parameter '${name}' may have at most 4096 bytes.`,
  })
})
