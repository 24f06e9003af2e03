import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { Log } from '#lib/base/log/log.ts'

/** Records per second. A stranger may cause the output and choose how often. */
const maxInSecond = 20

type Level = 'info' | 'warn' | 'error'

/**
 * Converts printed output into log records, one line each: output of Next.js, React and libraries through the console
 * or the standard streams, and warnings of Node.js. After this call, only the writers saved before it can still print.
 */
export function captureOutput(log: Log): void {
  const write = writerOf(log)
  const streamOf = (level: Level) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        write(level, String(text))
        done()
      },
    })
  const [info, warn, error] = [streamOf('info'), streamOf('warn'), streamOf('error')]
  globalThis.console = new Console({ stdout: info, stderr: error })
  globalThis.console.warn = new Console({ stdout: warn, stderr: warn }).warn
  process.stdout.write = instead((text) => write('info', text))
  process.stderr.write = instead((text) => write('error', text))
  process.removeAllListeners('warning')
  process.on('warning', (warning) => write('warn', String(warning.stack ?? warning)))
}

/** Writes at most `maxInSecond` records per second. The next record contains the number of dropped ones. */
function writerOf(log: Log): (level: Level, text: string) => void {
  let second = 0
  let written = 0
  let leftOut = 0
  return (level, text) => {
    const printed = text.trim()
    if (printed === '') return
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) {
      second = now
      written = 0
    }
    if (written >= maxInSecond) {
      leftOut++
      return
    }
    written++
    log[level](leftOut > 0 ? { printed, leftOut } : { printed }, 'captured printed output')
    leftOut = 0
  }
}

/** A stream's `write` that passes the text on. */
function instead(take: (text: string) => void): typeof process.stdout.write {
  return ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }) as typeof process.stdout.write
}
