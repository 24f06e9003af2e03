import { describe, expect, it } from 'vitest'
import { type ApiError, apiClient } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const asked = await server()
const { store, fetch } = asked
const { value: token } = await apiClient(asked, ['manage'])
const user = await aUser(store)
const authorization = `Bearer ${token}`

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
}

async function answerTo(path: string, { method = 'POST', headers = {}, body }: Sent) {
  const init = { method, headers, body, duplex: 'half' } as RequestInit
  const response = await fetch(`/api/v1${path}`, init)
  return [response.status, ((await response.json()) as ApiError).error_code]
}

/** A body that fails the test when it is read. */
const unread = () =>
  new ReadableStream({
    pull: (controller) => controller.error(new Error('aborted')),
  })

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the body of a request to the APIs', () => {
  it('is not read before there is a token', async () => {
    const paths = ['/admin/users/create', `/admin/users/${user.id}/profile-picture`]
    for (const path of [...paths, '/account/profile-picture']) {
      for (const headers of [json, multipart]) {
        const answer = await answerTo(path, { headers, body: unread() })
        expect(answer, path).toEqual([401, 'ACCESS_TOKEN_REQUIRED'])
      }
    }
  })

  it('with a file is not read before the record is found', async () => {
    const headers = { ...multipart, authorization }
    for (const path of ['/admin/users/999999/profile-picture', '/admin/clients/999999/logo']) {
      expect(await answerTo(path, { headers, body: unread() }), path).toEqual([404, 'NOT_FOUND'])
    }
    const wrongId = '/admin/users/x/profile-picture'
    expect(await answerTo(wrongId, { headers, body: unread() })).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('may break off: 400, and no error of the server', async () => {
    const errors: unknown[] = []
    const { log } = asked.runtime
    const told = log.error
    log.error = ((...args: unknown[]) => errors.push(args)) as typeof log.error
    const sent = [
      ['/admin/users/create', { ...json, authorization }],
      [`/admin/users/${user.id}/profile-picture`, { ...multipart, authorization }],
      ['/admin/users/create', urlencoded],
    ] as const
    for (const [path, headers] of sent) {
      const answer = await answerTo(path, { headers, body: unread() })
      expect(answer, path).toEqual([400, 'INVALID_REQUEST_BODY'])
    }
    log.error = told
    expect(errors).toEqual([])
  })

  describe('with a list of more than 2,000 entries', () => {
    const saved = (fields: object) => {
      const path = `/admin/users/${user.id}/permissions`
      const body = JSON.stringify(fields)
      return answerTo(path, { method: 'PUT', headers: { ...json, authorization }, body })
    }

    // Refused like a list above its own limit, which is 1,000 here.
    it.each([1_001, 2_000, 2_001, 100_000])('has a value that is refused: %i', async (entries) => {
      const ids = Array(entries).fill(1)
      expect(await saved({ permissionIds: ids })).toEqual([400, 'VALIDATION_ERROR'])
    })

    it('has no entry past those looked at', async () => {
      const ids = [...Array(2_000).fill(1), 'no id']
      expect(await saved({ permissionIds: ids })).toEqual([400, 'VALIDATION_ERROR'])
      const expectedPermissionIds = Array(2_001).fill(1)
      const answer = await saved({ permissionIds: [], expectedPermissionIds })
      expect(answer).toEqual([400, 'VALIDATION_ERROR'])
    })

    it('has the wrong form where the operation knows no such list', async () => {
      const path = `/admin/users/${user.id}/enabled`
      const body = JSON.stringify({ enabled: Array(2_001).fill(true) })
      const headers = { ...json, authorization }
      const answer = await answerTo(path, { method: 'PUT', headers, body })
      expect(answer).toEqual([400, 'INVALID_REQUEST_BODY'])
    })

    it('is read where it is in a field that is not known', async () => {
      const none = { permissionIds: [], others: Array(2_001).fill('anything') }
      expect(await saved(none)).toEqual([200, undefined])
    })
  })

  describe('with a map of more than 2,000 entries', () => {
    const sent = async (fields: object) => {
      const body = JSON.stringify({ alias: 'any', preset: 'oidc', ...fields })
      const headers = { ...json, authorization }
      return answerTo('/admin/identity-providers', { headers, body })
    }
    const map = (entries: number, last: unknown) =>
      Object.fromEntries(
        Array.from({ length: entries }, (_, i) => [`entry-${i}`, i < 2_000 ? 1 : last]),
      )
    const texts = (entries: number, last: unknown) =>
      Object.fromEntries(Object.entries(map(entries, last)).map(([k, v]) => [k, v === 1 ? '1' : v]))

    it.each([
      ['groups', (last: unknown) => ({ mapping: { groups: map(2_001, last) } })],
      ['profile', (last: unknown) => ({ mapping: { profile: texts(2_001, last) } })],
      ['parameters', (last: unknown) => ({ parameters: texts(2_001, last) })],
    ])('has no entry past those looked at: %s', async (_, fields) => {
      expect(await sent(fields({}))).toEqual([400, 'VALIDATION_ERROR'])
    })

    it('has one that is looked at among the first 2,000', async () => {
      const groups = { ...map(2_000, 1), 'entry-1999': {} }
      expect(await sent({ mapping: { groups } })).toEqual([400, 'INVALID_REQUEST_BODY'])
    })
  })
})

describe('a form sent to the APIs', () => {
  const body = new URLSearchParams({ access_token: token }).toString()
  const code = `/admin/users/${user.id}/email/verification-code`

  it('carries no token that counts', async () => {
    expect(await answerTo(code, { headers: urlencoded, body })).toEqual([
      401,
      'ACCESS_TOKEN_REQUIRED',
    ])
  })

  it.each(['POST', 'PUT', 'DELETE'])('of a %s may not send the token again', async (method) => {
    const path = {
      POST: code,
      PUT: `/admin/users/${user.id}/profile`,
      DELETE: `/admin/users/${user.id}`,
    }
    const headers = { ...urlencoded, authorization }
    for (const sent of [body, 'access_token=a&access_token=b', 'a=%zz']) {
      const answer = await answerTo(path[method as 'POST'], { method, headers, body: sent })
      expect(answer, sent).toEqual([400, 'INVALID_REQUEST'])
    }
  })

  it('of more than 64 KiB is not read, whoever sends it', async () => {
    const body = `a=${'x'.repeat(64 * 1024)}`
    for (const headers of [urlencoded, { ...urlencoded, authorization }]) {
      const answer = await answerTo(code, { headers, body })
      expect(answer).toEqual([400, 'INVALID_REQUEST'])
    }
  })

  it('of several parts has a boundary of at most 70 characters (RFC 2046), and only one', async () => {
    const path = `/admin/users/${user.id}/profile-picture`
    const long = 'b'.repeat(71)
    for (const boundary of [long, 'x, multipart/form-data; boundary=b', '']) {
      const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }
      for (const delimiter of ['--b', `--${long}`]) {
        const head = 'Content-Disposition: form-data; name="picture"; filename="a.png"'
        const body = `${delimiter}\r\n${head}\r\n\r\nno picture\r\n${delimiter}--\r\n`
        expect(await answerTo(path, { headers, body })).toEqual([400, 'FILE_TOO_LARGE'])
      }
    }
  })

  it('is no upload', async () => {
    const headers = { ...urlencoded, authorization }
    const path = `/admin/users/${user.id}/profile-picture`
    expect(await answerTo(path, { headers, body: 'picture=abc' })).toEqual([400, 'FILE_TOO_LARGE'])
  })
})

it('an upload weighs no more than its file and 1,024 bytes', async () => {
  const limit = asked.runtime.config.profilePictureMaxBytes
  const upload = (beside: number) => {
    const body = new FormData()
    body.append('other', 'x'.repeat(beside))
    body.append('picture', new File([new Uint8Array(limit)], 'a.png'))
    const path = `/admin/users/${user.id}/profile-picture`
    return answerTo(path, { headers: { authorization }, body })
  }
  expect(await upload(400)).toEqual([400, 'validator.image.unsupported_type'])
  expect(await upload(1_025)).toEqual([400, 'FILE_TOO_LARGE'])
})

it('a refused method of the APIs is not kept by caches', async () => {
  for (const method of ['PATCH', 'HEAD', 'OPTIONS', 'DELETE']) {
    const { status, headers } = await fetch('/api/v1/admin/groups', { method })
    const told = [status, headers.get('allow'), headers.get('cache-control'), headers.get('pragma')]
    expect(told, method).toEqual([405, 'GET, POST', 'no-store', 'no-cache'])
  }
})
