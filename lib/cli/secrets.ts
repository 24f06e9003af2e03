import { generatedPassword } from '#lib/base/crypto/random.ts'
import { messageOf } from '#lib/base/errors/errors.ts'
import { UsageError } from './arguments.ts'
import { readUtf8, TooLongError } from './read-utf8.ts'
import type { Terminal } from './terminal.ts'

/** More than any secret needs. */
const maxInputBytes = 16_384

/** A password, and whether it must be shown to the operator. */
export interface CommandPassword {
  readonly password: string
  readonly isGenerated: boolean
}

/**
 * Generates a password, or reads it from standard input. Never an argument: every user of the machine can see
 * arguments.
 * @throws UsageError when standard input holds no usable password
 */
export async function takePassword(
  terminal: Terminal,
  fromInput: boolean,
): Promise<CommandPassword> {
  if (!fromInput) return { password: generatedPassword(), isGenerated: true }
  return { password: await readSecret(terminal, 'password'), isGenerated: false }
}

/**
 * Reads one secret from standard input; a trailing line end is not part of it.
 * @param what names the secret in messages
 * @throws UsageError on a terminal (typing would be visible), for empty input and for more than one line
 */
export async function readSecret({ input }: Terminal, what: string): Promise<string> {
  if (input.isTTY) {
    throw new UsageError(`The ${what} is read from a pipe or a file, not from a terminal.`)
  }
  const text = await readUtf8(input, maxInputBytes).catch((error: unknown) => {
    if (error instanceof TooLongError)
      throw new UsageError(`Standard input contains more than a ${what}.`)
    throw new UsageError(`The ${what} cannot be read: ${messageOf(error)}.`)
  })
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`Standard input contains no ${what}.`)
  if (/[\r\n\0]/.test(secret)) {
    throw new UsageError(`Standard input contains more than a ${what}.`)
  }
  return secret
}
