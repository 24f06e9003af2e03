import type { Readable } from 'node:stream'
import { messageOf } from '#lib/kernel/errors.ts'

/** What the program reads from and writes to: the process's own streams, or those of a test. */
export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
  /** Writes a line; throws when it cannot be written. */
  out(line: string): void
  /** The same to standard error. */
  err(line: string): void
  readonly input: Readable & { readonly isTTY?: boolean }
}

/** The same for a command, which need not ask whether its lines can be written. */
export interface Terminal extends Streams {
  /** A line of what was asked for. */
  out(line: string): void
  /** A line of it with something generated that is told only here: standard error gets it when standard output refuses it. */
  generated(line: string): void
  /** A line about it: problems, progress, hints. */
  err(line: string): void
  /** False once standard output refused a line; those after it are not tried, so that none is missing in between. */
  isComplete(): boolean
}

/** Makes the terminal of a command: what cannot be written is said once on standard error. */
export function openTerminal(streams: Streams): Terminal {
  let isComplete = true
  const err = (line: string) => {
    try {
      streams.err(line)
    } catch {
      // Nothing is left to say it on; the exit code does.
    }
  }
  const out = (line: string) => {
    if (!isComplete) return
    try {
      streams.out(line)
    } catch (error) {
      isComplete = false
      err(`Standard output cannot be written: ${messageOf(error)}. What was changed stays changed.`)
    }
  }
  const generated = (line: string) => {
    out(line)
    if (!isComplete) err(line)
  }
  return { ...streams, out, generated, err, isComplete: () => isComplete }
}
