/**
 * Starts the server: `node lib/start.mjs`, or with `--dev` for development. Plain JavaScript, so that an outdated
 * Node.js can still report that it is too old.
 */
import { availableParallelism } from 'node:os'
import { keepCompiled } from './config/compile-cache.mjs'
import { readEnvFile } from './config/env-file.mjs'

const major = Number(process.versions.node.split('.', 1)[0])
if (major < 24) {
  process.stderr.write(
    `Node.js 24 is required, but this is ${process.versions.node}. Start with "npm start", which runs the version that npm installed.\n`,
  )
  process.exit(1)
}
readEnvFile(process.env)
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
// `node --watch-path` sets it for this process. Next's own processes inherit it, and their reports of loaded files end
// the server: Next takes them for answers.
delete process.env.WATCH_REPORT_DEPENDENCIES
// Signatures and password hashes run in libuv's thread pool, which is created on first use: one thread per
// processor instead of the default four. At least two, because a DNS lookup occupies one.
process.env.UV_THREADPOOL_SIZE ||= String(Math.max(2, availableParallelism()))
keepCompiled()

const { main } = await import('./server/main.ts')
await main(process.argv.slice(2))
