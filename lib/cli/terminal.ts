import type { Readable } from 'node:stream'
import { messageOf } from '#lib/base/errors/errors.ts'

/** Input and output of the program: the process's own streams, or those of a test. */
export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
  /** Writes a line; throws when it cannot be written. */
  out(line: string): void
  /** Writes a line to standard error; throws when it cannot be written. */
  err(line: string): void
  readonly input: Readable & { readonly isTTY?: boolean }
}

/** Streams for a command: writing never throws. */
export interface Terminal extends Streams {
  /** Writes a line of the result. */
  out(line: string): void
  /**
   * Writes a result line with a generated value that cannot be shown again. If standard output fails, the line goes
   * to standard error.
   */
  generated(line: string): void
  /** Writes a line about the result: problems, progress, hints. */
  err(line: string): void
  /** False once standard output failed. Later lines are then skipped, so that the output has no gap. */
  isComplete(): boolean
}

/** Creates the terminal of a command. A failure of standard output is reported once, on standard error. */
export function openTerminal(streams: Streams): Terminal {
  let isComplete = true
  const err = (line: string) => {
    try {
      streams.err(line)
    } catch {
      // No stream is left for a message; the exit code reports the failure.
    }
  }
  const out = (line: string) => {
    if (!isComplete) return
    try {
      streams.out(line)
    } catch (error) {
      isComplete = false
      err(
        `Cannot write to standard output: ${messageOf(error)}. Changes that were already made remain.`,
      )
    }
  }
  const generated = (line: string) => {
    out(line)
    if (!isComplete) err(line)
  }
  return { ...streams, out, generated, err, isComplete: () => isComplete }
}
