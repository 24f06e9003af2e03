import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'

function logged(record: object): string {
  let line = ''
  const sink = new Writable({
    write(chunk, _, done) {
      line += chunk
      done()
    },
  })
  pino(logOptions('info'), sink).info(record, 'a record')
  return line
}

describe('the application log', () => {
  test.each([
    'password',
    'client_secret',
    'access_token',
    'refresh_token',
    'id_token_hint',
    'code',
    'otp',
    'authorization',
    'cookie',
  ])('never shows a field named %s, at any depth records have', (name) => {
    const line = logged({
      [name]: 'hidden-1',
      request: { [name]: 'hidden-2', form: { [name]: 'hidden-3' } },
    })
    expect(line).not.toContain('hidden')
    expect(line).toContain('[redacted]')
  })

  test('shows the code of an error, which is its kind', () => {
    const error = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
    expect(logged({ err: error })).toContain('ECONNREFUSED')
  })
})
