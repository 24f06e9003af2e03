import { describe, expect, test, vi } from 'vitest'
import { loggedRedirectUri, shownRedirectUri } from '#lib/protocol/authorize/sent-redirect-uri.ts'
import { aClient } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'
import { viewOf } from '#tests/support/views.ts'

const app = await server()
const client = await aClient(app.store, { pkceRequired: false })

async function answerTo(redirect_uri: string, more: Record<string, string> = {}) {
  const info = vi.spyOn(app.runtime.log, 'info')
  const { clientIdentifier: client_id } = client
  const query = { client_id, redirect_uri, response_type: 'code', scope: 'openid', ...more }
  const response = await app.fetch(`/auth/authorize?${new URLSearchParams(query)}`)
  const records = info.mock.calls.map(([record]) => record as unknown as Record<string, unknown>)
  info.mockRestore()
  return { response, view: viewOf(response), records }
}

describe('a redirect URI that is refused', () => {
  test.each([
    ['https://client.example/callback/', 'redirect_uri_not_registered'],
    ['https://client.example/Callback', 'redirect_uri_not_registered'],
    ['http://client.example/callback', 'redirect_uri_not_registered'],
    ['https://client.example:443/callback', 'redirect_uri_not_registered'],
    ['/callback', 'redirect_uri_not_absolute'],
    ['client.example/callback', 'redirect_uri_not_absolute'],
    ['javascript:alert(1)', 'redirect_uri_not_absolute'],
  ])('%s stands on the page and in the log', async (sent, reason) => {
    const { response, view, records } = await answerTo(sent)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(view).toMatchObject({ page: 'error', reason, sentRedirectUri: sent })
    expect(records).toContainEqual(
      expect.objectContaining({
        reason,
        clientIdentifier: client.clientIdentifier,
        redirectUri: sent,
      }),
    )
  })

  test('is not told of where something else is the reason', async () => {
    const others: Record<string, string>[] = [{ client_id: 'nobody' }, { response_mode: 'jwt' }]
    for (const more of others) {
      const { view } = await answerTo(client.redirectUri, more)
      expect(view).not.toHaveProperty('sentRedirectUri')
    }
  })
})

test.each([
  ['https://a.example/?code=secret&x=1#top', 'https://a.example/?code=secret&x=1#top'],
  ['https://a.example/\u202Egpj', 'https://a.example/\\u{202e}gpj'],
  ['a\r\nb\u2028\u200b', 'a\\u{d}\\u{a}b\\u{2028}\\u{200b}'],
  ['https://a.example/"><script>', 'https://a.example/"><script>'],
  ['https://münchen.example/日本', 'https://münchen.example/日本'],
  ['x'.repeat(512), 'x'.repeat(512)],
  ['x'.repeat(5_000), `${'x'.repeat(512)}…`],
])('%j is shown as %j', (sent, shown) => {
  expect(shownRedirectUri(sent)).toBe(shown)
})

test.each([
  ['https://a.example/cb?code=secret&tenant=7', 'https://a.example/cb?code&tenant'],
  ['https://a.example/cb#access_token=secret', 'https://a.example/cb'],
  ['https://ada:secret@a.example/cb', 'https://a.example/cb'],
  ['https://a.example/cb?', 'https://a.example/cb'],
  ['com.example.app:/cb?a=b?c=d', 'com.example.app:/cb?a'],
  ['/relative', '/relative'],
])('%s is logged as %s', (sent, logged) => {
  expect(loggedRedirectUri(sent)).toBe(logged)
})

test.each([
  ['openid files', 'openid files'],
  ['OpenID', 'OpenID'],
  ['offline_access', 'offline_access'],
  ['openid shop:read', 'openid shop:read'],
])('the log of the refused scope %j has it, and the sentence', async (scope, logged) => {
  const { response, records } = await answerTo(client.redirectUri, { scope })
  const location = new URL(response.headers.get('location') ?? '')
  expect(records).toContainEqual(
    expect.objectContaining({
      error: 'invalid_scope',
      description: location.searchParams.get('error_description'),
      scope: logged,
    }),
  )
})
