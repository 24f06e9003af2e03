import { writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'

/** How many bytes (UTF-8) of records may wait to be written: what comes beyond them is left out. */
const maxWaitingBytes = 4 * 1024 * 1024
const retryMillis = 20

/**
 * Where log records go. Each is written at once, so that none is lost when the process ends. What cannot be
 * written, because a disk is full or the reader of a pipe is behind, waits within a bound, and the process
 * goes on meanwhile; standard error says so once.
 * @param fileDescriptor 1 is standard output, 2 standard error
 * @param onGap called when all that waited is written and records had to be left out, with their number
 * @param tell says on standard error that records cannot be written
 */
export function openLogDestination(
  fileDescriptor: number,
  onGap: (records: number) => void,
  write: (message: string) => void = writeToStandardError,
): DestinationStream {
  let leftOut = 0
  let lastError: NodeJS.ErrnoException | undefined
  let retries: NodeJS.Timeout | undefined
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: true,
    maxLength: maxWaitingBytes,
    // The library would put the whole process to sleep.
    retryEAGAIN: () => false,
  })
  destination.on('drop', () => leftOut++)
  destination.on('error', (error: NodeJS.ErrnoException) => {
    lastError = error
    if (retries) return
    retries = setInterval(writeWhatWaits, retryMillis).unref()
    if (error.code === 'EAGAIN') return
    write(`The log cannot be written: ${error.message}`)
  })

  function writeWhatWaits(): void {
    lastError = undefined
    destination.write('')
    if (lastError) return
    clearInterval(retries)
    retries = undefined
    const records = leftOut
    leftOut = 0
    if (records > 0) onGap(records)
  }

  return destination
}

/** A record, as the log would have it. Past the stream, whose text goes to the log. */
function writeToStandardError(msg: string): void {
  try {
    writeSync(
      2,
      `{"level":"error"${pino.stdTimeFunctions.isoTime()},"msg":${JSON.stringify(msg)}}\n`,
    )
  } catch {
    // Nobody can be told.
  }
}
