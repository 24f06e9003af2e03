import { appendFileSync } from 'node:fs'

/** Reports a figure of the run: to the file in `TEST_NOTES`, or to standard output. */
export function note(line: string): void {
  const file = process.env.TEST_NOTES
  if (file) appendFileSync(file, `${line}\n`)
  else process.stdout.write(`${line}\n`)
}
