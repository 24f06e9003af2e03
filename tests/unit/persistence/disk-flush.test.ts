import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { flushToDisk } from '#lib/persistence/database/disk-flush.ts'

const folder = mkdtempSync(join(tmpdir(), 'authserver-flush-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file is flushed, also by several at once', async () => {
  const file = openSync(join(folder, 'log'), 'w')
  writeSync(file, 'text')
  await Promise.all([flushToDisk(file), flushToDisk(file), flushToDisk(file)])
})

test('what the disk refuses is told to who asked, and to nobody else', async () => {
  const file = openSync(join(folder, 'other'), 'w')
  const outcomes = await Promise.allSettled([flushToDisk(9_999), flushToDisk(file)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await expect(flushToDisk(9_999)).rejects.toThrow('EBADF')
})
