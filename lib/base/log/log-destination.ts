import { writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'

/** In bytes of UTF-8. Records beyond this limit are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024
const retryMs = 20

/**
 * Opens the destination of log records. Each record is written synchronously, so that none is lost when the process
 * ends. When a write fails (disk full, slow pipe reader), records wait in a bounded buffer and the process continues.
 * Standard error reports the failure once.
 * @param fileDescriptor 1 is standard output, 2 standard error
 * @param onGap receives the number of dropped records once the buffer is written
 * @param write reports on standard error that records cannot be written
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
    // By default the library would block the whole process between retries.
    retryEAGAIN: () => false,
  })
  destination.on('drop', () => leftOut++)
  destination.on('error', (error: NodeJS.ErrnoException) => {
    lastError = error
    if (retries) return
    retries = setInterval(writeWhatWaits, retryMs).unref()
    if (error.code === 'EAGAIN') return
    write(`Cannot write the log: ${error.message}`)
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

/** Writes a log record directly to the descriptor, because the stream's text goes to the log. */
function writeToStandardError(msg: string): void {
  try {
    writeSync(
      2,
      `{"level":"error"${pino.stdTimeFunctions.isoTime()},"msg":${JSON.stringify(msg)}}\n`,
    )
  } catch {
    // No channel is left to report to.
  }
}
