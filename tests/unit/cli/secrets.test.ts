import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { UsageError } from '#lib/cli/arguments.ts'
import { readSecret } from '#lib/cli/secrets.ts'
import type { Terminal } from '#lib/cli/terminal.ts'

function read(text: string, isTTY = false): Promise<string> {
  const input = Object.assign(Readable.from([Buffer.from(text)]), { isTTY })
  return readSecret({ input } as unknown as Terminal, 'password')
}

describe('a secret from a pipe', () => {
  test.each([
    ['without the end of its line', 'Tea with lemon\n', 'Tea with lemon'],
    ['without the end of a line of Windows', 'Tea with lemon\r\n', 'Tea with lemon'],
    ['with its blanks', ' Tea ', ' Tea '],
    ['with a byte order mark', '\ufeffTea', '\ufeffTea'],
    ['of 16 KiB', 'x'.repeat(16_384), 'x'.repeat(16_384)],
  ])('is taken %s', async (_, text, secret) => expect(await read(text)).toBe(secret))

  test.each([
    ['nothing', ''],
    ['an empty line', '\n'],
    ['a line and an empty one', 'Tea\n\n'],
    ['two lines', 'Tea\nLemon\n'],
    ['two lines of old Macs', 'Tea\rLemon'],
    ['a NUL', 'Tea\0'],
    ['more than 16 KiB', 'x'.repeat(16_385)],
  ])('is not %s', async (_, text) => expect(read(text)).rejects.toThrow(UsageError))
})

test('a secret is not read from the keyboard, where it would be seen', async () => {
  await expect(read('Tea with lemon\n', true)).rejects.toThrow('not from a terminal')
})
