/**
 * Starts the server: `node lib/start.mjs`, or with `--dev` for development. Plain JavaScript, so that
 * a Node.js that is too old can say so itself.
 */
// Whole: one name that an old Node.js lacks would end it before it can say so.
import nodeModule from 'node:module'
import { availableParallelism } from 'node:os'
import { readEnvFile } from './kernel/env-file.mjs'

const major = Number(process.versions.node.split('.', 1)[0])
if (major < 24) {
  process.stderr.write(
    `Node.js 24 is needed, this is ${process.versions.node}: start with "npm start", which uses the one that npm installed.\n`,
  )
  process.exit(1)
}
readEnvFile(process.env)
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
// Signatures and password hashes are computed in node's pool, which is made at its first use: a thread for
// each processor, where node would make four. Two at least, since a lookup of a name holds one.
process.env.UV_THREADPOOL_SIZE ||= String(Math.max(2, availableParallelism()))
nodeModule.enableCompileCache()

const { main } = await import('./server/main.ts')
await main(process.argv.slice(2))
