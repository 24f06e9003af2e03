import { writeSync } from 'node:fs'

const retryMs = 10

/**
 * Writes a complete line synchronously: a stream of Node.js reports a full disk late, and may lose a part of the
 * line without an error.
 * @param fileDescriptor 1 is standard output, 2 standard error
 * @throws the system's error, such as ENOSPC, or EPIPE when the reader closed the pipe
 */
export function writeLine(fileDescriptor: number, line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fileDescriptor, bytes, written)
    } catch (error) {
      // A slow reader of a pipe that another process made non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}
