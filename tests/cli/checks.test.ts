import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkClock } from '#lib/cli/checks/check-clock.ts'
import { checkSettings } from '#lib/cli/checks/check-settings.ts'
import { peekConfig } from '#lib/cli/settings.ts'
import type { Terminal } from '#lib/cli/terminal.ts'
import { addSeconds } from '#lib/kernel/clock.ts'
import { testEnvironment, testStart } from '#tests/support/settings.ts'

describe('another clock', () => {
  test.each([
    [0, 'ok'],
    [5, 'ok'],
    [6, 'warning'],
    [30, 'warning'],
    [31, 'problem'],
  ])('that is %i seconds ahead or behind is told as %s', (seconds, level) => {
    for (const difference of [seconds, -seconds]) {
      const { level: told } = checkClock('another', addSeconds(testStart, difference), testStart)
      expect(told).toBe(level)
    }
  })
})

describe('the file of the encryption key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authserver-checks-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'encryption-key')
  writeFileSync(file, '')

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ])('of mode %o is told of: %s', (mode, isTold) => {
    chmodSync(file, mode)
    const changes = { DATA_DIR: folder, ENCRYPTION_KEY: undefined }
    const env = testEnvironment(`file:${join(folder, 'authserver.db')}`, changes)
    const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
    expect(found.some(({ text }) => text.includes(`chmod 600 ${file}`))).toBe(isTold)
  })
})

test('a former encryption key that is still set is told of', () => {
  const told = (ENCRYPTION_KEY_PREVIOUS: string | undefined) => {
    const env = testEnvironment('file:unused', { ENCRYPTION_KEY_PREVIOUS })
    const found = checkSettings({ env } as unknown as Terminal, peekConfig({ env }))
    return found.some(({ text }) => text.startsWith('ENCRYPTION_KEY_PREVIOUS is set'))
  }
  expect([told(undefined), told('b2'.repeat(32))]).toEqual([false, true])
})
