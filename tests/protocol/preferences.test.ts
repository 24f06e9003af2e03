import { describe, expect, test } from 'vitest'
import { server } from '#tests/support/server.ts'
import { baseUrl } from '#tests/support/settings.ts'

const app = await server()
const page = `${baseUrl}/auth/pwd?ceremony=some`
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

function choose(path: string, fields: Record<string, string>, headers: Record<string, string>) {
  return app.post(path, fields, { headers: { ...sameOrigin, ...headers } })
}

function cookiesOf(response: Response): string {
  return response.headers.getSetCookie().join('\n')
}

describe('the form that chooses a language', () => {
  test('keeps it and leads back to the page, with the email that was typed', async () => {
    const fields = { language: 'ja', email: 'ada@example.org' }
    const answer = await choose('/language', fields, { referer: page })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(page)
    expect(cookiesOf(answer)).toMatch(/-language=ja\.\d+; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookiesOf(answer)).toMatch(/-typed=\S+; .*Max-Age=60/)
    expect(answer.headers.get('location')).not.toContain('ada')
  })

  test('keeps no language without texts', async () => {
    const answer = await choose('/language', { language: 'ru' }, { referer: page })
    expect([answer.status, cookiesOf(answer)]).toEqual([303, ''])
  })

  test('keeps nothing of a form that another site sent', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', referer: page }
    const answer = await app.post('/language', { language: 'ja' }, { headers })
    expect([answer.status, cookiesOf(answer)]).toEqual([403, ''])
  })
})

test.each([
  ['of another site', 'https://evil.example/auth/pwd'],
  ['that looks like ours', `${baseUrl}.evil.example/`],
  ['that is no address', 'not an address'],
  ['that only receives forms', `${baseUrl}/console/callback`],
  ['of the form itself', `${baseUrl}/language`],
  ['that is far too long', `${baseUrl}/?${'x'.repeat(9_000)}`],
])('a choice leads to the start page from a page %s', async (_which, referer) => {
  const answer = await choose('/theme', { theme: 'dark' }, { referer })
  expect(answer.headers.get('location')).toBe(`${baseUrl}/`)
})

test('a path with two slashes stays on this server', async () => {
  const referer = `${baseUrl}//evil.example/x`
  const answer = await choose('/theme', { theme: 'dark' }, { referer })
  expect(answer.headers.get('location')).toBe(referer)
})

test('a theme is kept until the system decides again', async () => {
  expect(cookiesOf(await choose('/theme', { theme: 'dark' }, { referer: page }))).toMatch(
    /-theme=dark; .*Max-Age=31536000/,
  )
  expect(cookiesOf(await choose('/theme', { theme: 'system' }, { referer: page }))).toMatch(
    /-theme=; .*Max-Age=0/,
  )
})

describe('the choices for a list of the console', () => {
  const list = `${baseUrl}/admin/users?query=ada&page=3`

  test('are kept, and the first page is shown', async () => {
    const fields = { list: 'users', size: '50', columns: 'chosen', 'column-status': 'on' }
    const answer = await choose('/list-view', fields, { referer: list })
    expect(answer.headers.get('location')).toBe(`${baseUrl}/admin/users?query=ada`)
    expect(cookiesOf(answer)).toMatch(/-list-users=50\.status; .*Max-Age=31536000/)
  })

  test.each([
    [{ list: 'users', size: '7' }, '20'],
    [{ list: 'users', size: '50', columns: 'chosen' }, '50.-'],
    [{ list: 'users', size: '50', columns: 'chosen', 'column-a;b': 'on' }, '50.-'],
  ])('%j is kept as %s', async (fields, value) => {
    expect(cookiesOf(await choose('/list-view', fields, { referer: list }))).toContain(
      `-list-users=${value};`,
    )
  })

  test.each(['', 'a b', '../x', 'x'.repeat(30), 'Users;'])(
    'keeps nothing of a list named %j',
    async (name) => {
      expect(cookiesOf(await choose('/list-view', { list: name }, { referer: list }))).toBe('')
    },
  )
})

test('single keys are switched off for the browser, and on again', async () => {
  expect(cookiesOf(await choose('/keys', { keys: 'off' }, { referer: page }))).toMatch(/-keys=off;/)
  expect(cookiesOf(await choose('/keys', { keys: 'on' }, { referer: page }))).toMatch(
    /-keys=; .*Max-Age=0/,
  )
})
