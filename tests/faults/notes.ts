import { appendFileSync } from 'node:fs'

/** Tells a figure of the run: in the file that `TEST_NOTES` names, else on standard output. */
export function note(line: string): void {
  const file = process.env.TEST_NOTES
  if (file) appendFileSync(file, `${line}\n`)
  else process.stdout.write(`${line}\n`)
}
