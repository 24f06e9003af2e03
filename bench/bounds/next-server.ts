/** A Next.js server with one empty route handler (`next-app`, built on first use). */

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import next from 'next'
import { answerQuestions } from '../helper.ts'
import { inWorkers } from '../workers.ts'

const dir = join(import.meta.dirname, 'next-app')
if (!existsSync(join(dir, '.next', 'BUILD_ID'))) {
  const program = createRequire(import.meta.url).resolve('next/dist/bin/next')
  execFileSync(process.execPath, [program, 'build', dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
}
await inWorkers(async () => {
  const port = Number(process.env.PORT)
  const app = next({ dev: false, dir, hostname: '127.0.0.1', port, quiet: true })
  await app.prepare()
  createServer(app.getRequestHandler()).listen(port, '127.0.0.1')
})
answerQuestions(async () => null)
