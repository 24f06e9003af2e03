import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs statements of a module in a process of its own, in the project's folder: what another
 * instance of the program does at the same time.
 * @param code may use top-level `await` and `import … from '#lib/…'`
 * @returns what it printed
 */
export async function inAnotherProcess(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    timeout: 30_000,
  })
  return stdout
}
