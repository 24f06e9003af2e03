import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encryptionKey } from '#tests/support/settings.ts'
import { databaseOf } from './shared-servers.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../', import.meta.url))

/** The `sh` blocks of guides in `docs/integrate`, as one script. */
function commandsOf(guides: readonly string[]): string {
  return guides
    .map((guide) => readFileSync(`${project}docs/integrate/${guide}.md`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map((block) => block[1]))
    .join('\n')
}

/**
 * Runs the unchanged commands of guides in order against the server under test.
 * @param more further commands, to print a variable that the guide sets
 * @param variables that the guide assumes
 * @returns the output
 */
export async function runGuides(
  guides: readonly string[],
  serverUrl: string,
  more = '',
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const script = `${commandsOf(guides)}\n${more}`
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: project,
    env: { ...environmentOf(serverUrl), ...variables },
    timeout: 50_000,
  })
  return stdout
}

/** The environment in which commands work on the server under test. */
export function environmentOf(serverUrl: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    BASE_URL: serverUrl,
    DATABASE_URL: databaseOf(serverUrl),
    ENCRYPTION_KEY: encryptionKey,
  }
}

/** The last line of output: the one that `more` of `runGuides` prints. */
export function lastLineOf(printed: string): string {
  return printed.split('\n').at(-1) ?? ''
}

export interface Example {
  /** All output so far. */
  output(): string
  printed(form: RegExp): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a program of `examples/` or another file of the project.
 * @param args of Node.js: the program's path first
 */
export function startExample(args: readonly string[], env: Record<string, string>): Example {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: project,
    env: { NODE_ENV: 'development', PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return {
    output: () => text,
    async printed(form) {
      const end = performance.now() + 50_000
      while (performance.now() < end) {
        const found = form.exec(text)
        if (found) return found[1] ?? found[0]
        if (child.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`The example did not print ${form}:\n${text}`)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      // Not SIGKILL, so that the program can end its own child processes.
      child.kill('SIGTERM')
      const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(impatient)
    },
  }
}
