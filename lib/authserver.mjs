/**
 * The command line: `npm run authserver -- <command>`. Plain JavaScript, so that an outdated Node.js can still
 * report that it is too old.
 */
import { existsSync } from 'node:fs'
import { keepCompiled } from './config/compile-cache.mjs'
import { readEnvFile } from './config/env-file.mjs'

const major = Number(process.versions.node.split('.', 1)[0])
if (major < 24) {
  process.stderr.write(
    `Node.js 24 is required, but this is ${process.versions.node}. Use "npm run authserver -- <command>", which runs the version that npm installed.\n`,
  )
  process.exit(1)
}
if (!existsSync(new URL('persistence/generated/postgresql/client.ts', import.meta.url))) {
  process.stderr.write('The database clients are missing. Run "npm ci" first.\n')
  process.exit(1)
}
readEnvFile(process.env)
keepCompiled()

const { main } = await import('./cli/main.ts')
const { writeLine } = await import('./cli/write-line.ts')
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  clock: () => new Date(),
  out: (line) => writeLine(1, line),
  err: (line) => writeLine(2, line),
  input: process.stdin,
})
