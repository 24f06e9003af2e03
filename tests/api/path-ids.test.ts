import { expect, test } from 'vitest'
import { apiClient, apiUser, call } from '#tests/support/api.ts'
import { aUser } from '#tests/support/people.ts'
import { server } from '#tests/support/server.ts'

const app = await server()
const manager = await apiClient(app, ['manage'])
const user = await apiUser(app, await aUser(app.store), ['manage-account'])

const bound = 'is no id: ids are positive whole numbers up to 9223372036854775807.'

test.each([
  ['id', 'GET', '/admin/users/abc'],
  ['id', 'GET', '/admin/users/9223372036854775808'],
  ['id', 'PUT', '/admin/groups/1.5'],
  ['userId', 'DELETE', '/admin/groups/1/members/9223372036854775808'],
  ['id', 'DELETE', '/account/sessions/0'],
])(
  'the refusal of an id in the path names it and its bound: %s of %s %s',
  async (name, method, path) => {
    const token = path.startsWith('/admin') ? manager : user
    const { status, body } = await call(token, method, `/api/v1${path}`)
    expect([status, body]).toEqual([
      400,
      { error_code: 'VALIDATION_ERROR', error_description: `The '${name}' of the path ${bound}` },
    ])
  },
)
