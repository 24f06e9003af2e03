import { expect, test } from 'vitest'
import { server } from '#tests/support/server.ts'
import { visitor } from '#tests/support/visitor.ts'

const app = await server()
await app.changeSettings({ selfRegistrationEnabled: true })
const paths = ['/account/register', '/account/activate', '/forgot-password', '/reset-password']

test.each(paths)('%s: a form that cannot be read is no sign-in that failed', async (path) => {
  const answer = await visitor(app).visit(path, {
    method: 'POST',
    body: 'email=%zz',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(400)
  expect(answer.view).toMatchObject({ page: 'error', reason: 'form_broken' })
})
