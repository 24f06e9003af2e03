import { existsSync, readFileSync } from 'node:fs'

/**
 * Takes what stands in `.env` into the environment; what is there already stays. Ends the process where the file
 * cannot be read. Plain JavaScript, as those are that call it.
 */
export function readEnvFile() {
  if (!existsSync('.env')) return
  try {
    // Says what is wrong; of a folder, which Docker puts in the place of a file that it is to mount, Node does not.
    readFileSync('.env')
    process.loadEnvFile('.env')
  } catch (error) {
    process.stderr.write(`The file .env cannot be read: ${error.message}.\n`)
    process.exit(1)
  }
}
