import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Makes this Node.js look too old: by its version, and by missing exports. */
const preload = `
import { registerHooks } from 'node:module'
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
const bare = { url: 'data:text/javascript,export default {}', shortCircuit: true }
registerHooks({
  resolve: (name, context, next) => (name === 'node:module' ? bare : next(name, context)),
})
`

test.each(['lib/start.mjs', 'lib/authserver.mjs'])(
  '%s says that Node.js is too old, and nothing else',
  (file) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, file],
      {
        cwd: fileURLToPath(new URL('../../../', import.meta.url)),
        encoding: 'utf8',
        timeout: 30_000,
      },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Node\.js 24 is required, but this is 20\.20\.2\. [^\n]+\.\n$/)
  },
)
