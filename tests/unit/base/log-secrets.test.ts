import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from '#lib/base/log/log.ts'

/** Fields that hold a secret, in addition to those in `log.test.ts`. */
const names = ['secret', 'clientSecret', 'token', 'id_token', 'code_verifier']

test.each(names)('the application log never shows a field named %s', (name) => {
  let line = ''
  const sink = new Writable({
    write(chunk, _, done) {
      line += chunk
      done()
    },
  })
  const record = {
    [name]: 'hidden-1',
    form: { [name]: 'hidden-2' },
    a: { b: { [name]: 'hidden-3' } },
  }
  pino(logOptions('info'), sink).info(record, 'a record')
  expect(line).toContain('a record')
  expect(line).not.toContain('hidden')
})
