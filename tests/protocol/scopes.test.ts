import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { manageAccountScope } from '#lib/domain/permissions/built-in.ts'
import {
  audiencesOf,
  checkScopesExist,
  isAdministrativeScope,
  isOpenIdScope,
  isPermissionScope,
  parseScope,
} from '#lib/protocol/scopes.ts'
import { type TestContext, testContext } from '#tests/support/context.ts'
import { aResource } from '#tests/support/people.ts'

test.each([
  [undefined, []],
  ['', []],
  [' \t\n', []],
  ['openid', ['openid']],
  ['  openid\tprofile\n\nemail ', ['openid', 'profile', 'email']],
  ['b a b a', ['b', 'a']],
  ['a\r\nb', ['a', 'b']],
  ['openid\u00a0email', ['openid\u00a0email']],
  ['a\u000bb\u000cc\u2003d\u3000e\ufefff', ['a\u000bb\u000cc\u2003d\u3000e\ufefff']],
])('parseScope(%j) gives the words in first order, each once', (text, words) => {
  expect(parseScope(text)).toEqual(words)
})

test('parsing what was parsed and joined changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const words = parseScope(text)
      expect(parseScope(words.join(' '))).toEqual(words)
      expect(words.every((word) => word !== '' && !/[ \t\r\n]/.test(word))).toBe(true)
    }),
  )
})

test('names of scopes are case-sensitive', () => {
  expect(isOpenIdScope('openid')).toBe(true)
  expect(isOpenIdScope('OpenID')).toBe(false)
  expect(isOpenIdScope('offline_access')).toBe(false)
  expect(isAdministrativeScope('authserver:Manage')).toBe(false)
})

test.each([
  ['a:b', true],
  ['a', false],
  [':b', false],
  ['a:', false],
  [':', false],
  ['a:b:c', false],
  ['a:b:', false],
])('%s is a permission scope: %s', (scope, expected) => {
  expect(isPermissionScope(scope)).toBe(expected)
})

test('six permissions of authserver are administrative, manage-account is not', () => {
  for (const permission of [
    'manage',
    'admin-read',
    'manage-users',
    'manage-clients',
    'manage-settings',
    'browser-sessions',
  ]) {
    expect(isAdministrativeScope(`authserver:${permission}`)).toBe(true)
    expect(isAdministrativeScope(`billing:${permission}`)).toBe(false)
  }
  expect(isAdministrativeScope(manageAccountScope)).toBe(false)
})

test.each([
  [['openid', 'email'], ['authserver']],
  [
    ['b:x', 'a:x', 'b:y'],
    ['b', 'a'],
  ],
  [
    ['a:x', 'profile', manageAccountScope],
    ['a', 'authserver'],
  ],
  [['offline_access'], []],
  [[], []],
])('audiences of %j are %j', (scopes, audiences) => {
  expect(audiencesOf(scopes)).toEqual(audiences)
})

describe('checkScopesExist', () => {
  let context: TestContext

  beforeAll(async () => {
    context = await testContext()
    await aResource(context.store, 'orders', ['read'])
  })

  test('known scopes pass', async () => {
    const scopes = ['openid', 'offline_access', 'orders:read', manageAccountScope]
    await expect(checkScopesExist(context.ctx, scopes)).resolves.toBeUndefined()
  })

  test.each([
    [['openid', 'x', 'y'], /'x'/],
    [['orders:read:now'], /'orders:read:now'/],
    [['nowhere:read', 'orders:eat'], /'nowhere:read'.*no resource 'nowhere'/],
    [['orders:eat', 'nowhere:read'], /'orders:eat'.*no permission 'eat'/],
    [['Offline_access'], /'Offline_access'/],
    [parseScope('openid\u00a0email'), /'openid\u00a0email'/],
  ])('%j is refused by its first wrong word', async (scopes, text) => {
    await expect(checkScopesExist(context.ctx, scopes)).rejects.toMatchObject({
      error: 'invalid_scope',
      description: expect.stringMatching(text),
    })
  })

  test('a word of any length or kind is refused, never an outage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        for (const word of parseScope(text.replaceAll('\0', ''))) {
          await expect(
            checkScopesExist(context.ctx, [`${word}:${word}`, word]),
          ).rejects.toMatchObject({ error: 'invalid_scope' })
        }
      }),
      { numRuns: 50 },
    )
  })
})
