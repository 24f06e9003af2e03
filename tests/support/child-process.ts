import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs a module in another process, from the project's folder, like a second instance of the server.
 * @param code may use top-level `await` and `import … from '#lib/…'`
 * @returns its standard output
 */
export async function inAnotherProcess(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    timeout: 30_000,
  })
  return stdout
}

/** The ids of a process's children: the workers of a started server. */
export function childrenOf(pid: number): number[] {
  try {
    const listed = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return listed.trim().split('\n').map(Number)
  } catch {
    return []
  }
}
