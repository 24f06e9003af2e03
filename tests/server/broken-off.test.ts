import { expect, test } from 'vitest'
import { failureOutcome } from '#lib/http/failures.ts'
import { server } from '#tests/support/server.ts'

const app = await server()

test('a request whose body breaks off is answered 400', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('aborted')),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const response = await app.fetch('/auth/token', init)
  expect(response.status).toBe(400)
  expect(await response.text()).toBe('The request was aborted.\n')
})

test('a database whose connection breaks off is told with a time for another try', () => {
  const { log } = app.runtime
  const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  const outcome = failureOutcome({ log, requestId: 'r-1' }, error, 'json')
  const body = {
    error: 'server_error',
    error_description: 'The server cannot answer now. Please try again later. Request id: r-1',
  }
  expect(outcome).toMatchObject({ kind: 'json', status: 503, body })
})
