import { describe, expect, test } from 'vitest'
import { call, outcome } from '#tests/support/api.ts'
import { aClient, aGroup, aResource, aUser } from '#tests/support/people.ts'
import { fixture } from './admin/fixture.ts'

const { store, manager, refusal, ask } = await fixture()

const user = await aUser(store)
const group = await aGroup(store)
const client = await aClient(store)
const resource = await aResource(store, 'counted', ['read'])
const [stored] = resource.permissions

/** 64-bit integers outside JavaScript's exact range, as they appear in a body. */
const large = ['9007199254740992', '9007199254740993', '9223372036854775807'] as const
/** Numbers beyond 64 bits, and one that is not an integer. */
const odd = ['9223372036854777856', '-9223372036854777856', '1e19', '1e400', '1.5', '"7"'] as const

const listed = `"id":${stored?.id},"permissionIdentifier":"read","description":"${stored?.description}"`
const lifetimes = '"includeOpenIDConnectClaimsInIdToken":"on"'

/** A request with the number at one place of its body, and the refusal of a number that is too large. */
const places: readonly [
  method: string,
  path: string,
  body: (number: string) => string,
  status: number,
  code: string,
][] = [
  ['POST', '/user-attributes', (n) => `{"key":"k","userId":${n}}`, 404, 'NOT_FOUND'],
  ['POST', '/group-attributes', (n) => `{"key":"k","groupId":${n}}`, 404, 'NOT_FOUND'],
  ['POST', `/groups/${group.id}/members`, (n) => `{"userId":${n}}`, 404, 'NOT_FOUND'],
  [
    'PUT',
    `/users/${user.id}/groups`,
    (n) => `{"groupIds":[${n}]}`,
    400,
    'handler.admin_user_groups.not_found',
  ],
  [
    'PUT',
    `/users/${user.id}/groups`,
    (n) => `{"expectedGroupIds":[${n}]}`,
    409,
    'CONCURRENT_UPDATE',
  ],
  ...[`/users/${user.id}`, `/groups/${group.id}`, `/clients/${client.id}`].flatMap(
    (holder): typeof places => [
      ['PUT', `${holder}/permissions`, (n) => `{"permissionIds":[${n}]}`, 404, 'NOT_FOUND'],
      [
        'PUT',
        `${holder}/permissions`,
        (n) => `{"expectedPermissionIds":[${n}]}`,
        409,
        'CONCURRENT_UPDATE',
      ],
    ],
  ),
  [
    'PUT',
    `/resources/${resource.id}/permissions`,
    (n) =>
      `{"permissions":[{"id":${n},"permissionIdentifier":"write"}],"expectedPermissions":[{${listed}}]}`,
    404,
    'NOT_FOUND',
  ],
  [
    'PUT',
    `/resources/${resource.id}/permissions`,
    (n) => `{"expectedPermissions":[{"id":${n},"permissionIdentifier":"read"}]}`,
    409,
    'CONCURRENT_UPDATE',
  ],
  [
    'PUT',
    `/clients/${client.id}/tokens`,
    (n) => `{${lifetimes},"tokenExpirationInSeconds":${n}}`,
    400,
    'VALIDATION_ERROR',
  ],
  [
    'PUT',
    '/settings/email',
    (n) =>
      `{"smtpEnabled":true,"smtpHost":"a.example","smtpFromEmail":"a@a.example","smtpPort":${n}}`,
    400,
    'VALIDATION_ERROR',
  ],
  [
    'PUT',
    '/settings/sessions',
    (n) => `{"userSessionIdleTimeoutInSeconds":1,"userSessionMaxLifetimeInSeconds":${n}}`,
    400,
    'VALIDATION_ERROR',
  ],
  ['PUT', '/settings/tokens', (n) => `{"tokenExpirationInSeconds":${n}}`, 400, 'VALIDATION_ERROR'],
  ['PUT', '/settings/audit-logs', (n) => `{"auditLogRetentionDays":${n}}`, 400, 'VALIDATION_ERROR'],
]

describe('a whole number of 64 bits in a body is judged by what it means', () => {
  test.each(places)('%s %s', async (method, path, body, status, code) => {
    for (const number of large) {
      expect(await refusal(method, path, body(number)), number).toEqual([status, code])
    }
  })

  test('below zero as well as above', async () => {
    const lowest = '-9223372036854775808'
    const attribute = `{"key":"k","groupId":${lowest}}`
    expect(await refusal('POST', '/group-attributes', attribute)).toEqual([400, 'VALIDATION_ERROR'])
    const retention = `{"auditLogRetentionDays":${lowest}}`
    expect(await refusal('PUT', '/settings/audit-logs', retention)).toEqual([
      400,
      'VALIDATION_ERROR',
    ])
    const { id } = await aResource(store, 'counted-below', [])
    const body = `{"permissions":[{"id":${lowest},"permissionIdentifier":"new"}],"expectedPermissions":[]}`
    const save = call(manager, 'PUT', `/resources/${id}/permissions`, body)
    expect(await outcome(save), 'an id below 1 is a new entry').toEqual([200, ''])
  })
})

describe('what is no whole number of 64 bits is no body', () => {
  test.each(places)('%s %s', async (method, path, body) => {
    for (const number of odd) {
      const answer = await refusal(method, path, body(number))
      expect(answer, number).toEqual([400, 'INVALID_REQUEST_BODY'])
    }
  })
})

describe('a page past the end is empty, whatever its number', () => {
  const lists = [
    ['/users/search', 'users'],
    ['/groups/search', 'groups'],
    [`/groups/${group.id}/members`, 'members'],
    [`/permissions/${stored?.id}/users`, 'users'],
    [`/clients/${client.id}/sessions`, 'sessions'],
    ['/audit-logs', 'auditLogs'],
  ] as const

  test.each(lists)('%s', async (path, name) => {
    const { body: first } = await ask<Record<string, unknown>>('GET', path)
    for (const page of ['9999999999999999', '9223372036854775807', '9'.repeat(400)]) {
      const { status, body } = await ask<Record<string, unknown>>('GET', `${path}?page=${page}`)
      expect([status, body[name], body.total], page).toEqual([200, [], first.total])
      expect(body.page, 'the page that was looked for').toBe(Number.MAX_SAFE_INTEGER)
    }
  })
})
