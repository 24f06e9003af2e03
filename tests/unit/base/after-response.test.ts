import { pino } from 'pino'
import { expect, test } from 'vitest'
import { afterResponse, responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { logOptions } from '#lib/base/log/log.ts'

test('work that fails after a response is logged with its request, and the next goes on', async () => {
  const records: string[] = []
  const log = pino(logOptions('info'), { write: (record) => void records.push(record) })
  const ctx = { log, requestId: 'request-7' }
  let done = 0
  afterResponse(ctx, () => Promise.reject(new Error('The mail cannot be written.')))
  afterResponse(ctx, async () => void done++)
  await responsesFollowedUp()
  expect(records.map((record) => JSON.parse(record))).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'work after a response failed',
      requestId: 'request-7',
      err: expect.objectContaining({ message: 'The mail cannot be written.' }),
    }),
  ])
  expect(done).toBe(1)
})
