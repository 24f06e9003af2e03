import { writeSync } from 'node:fs'

const retryMillis = 10

/**
 * Writes a line, all of it, before it returns: a stream of Node.js would tell only later, and not of every
 * byte, that a disk is full.
 * @param fileDescriptor 1 is standard output, 2 standard error
 * @throws what the system answers, such as ENOSPC or, when nobody reads a pipe any more, EPIPE
 */
export function writeLine(fileDescriptor: number, line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fileDescriptor, bytes, written)
    } catch (error) {
      // A reader that is behind, where somebody else made the pipe one that does not wait.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMillis)
    }
  }
}
