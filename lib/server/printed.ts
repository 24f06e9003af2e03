import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { Log } from '#lib/kernel/log.ts'

/** Records of what is printed in a second: who causes it may be a stranger, and decide how often. */
const maxInSecond = 20

type Level = 'info' | 'warn' | 'error'

/**
 * Has everything that is printed beside the log become records of it, one a line: what Next.js, React and libraries
 * write through the console or to the standard streams, and the warnings of Node.js. Nothing else may write there
 * afterwards but through `printer`.
 */
export function takePrinted(log: Log): void {
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

/** Writes records, but no more in a second than that: the next one after it says how many were left out. */
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
    log[level](leftOut > 0 ? { printed, leftOut } : { printed }, 'something was printed')
    leftOut = 0
  }
}

/** A stream's `write` that hands over the text. */
function instead(take: (text: string) => void): typeof process.stdout.write {
  return ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }) as typeof process.stdout.write
}
