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
 * Runs the commands of guides as they stand, one after the other, against the server under test.
 * @param more commands after them: to print a variable that they set
 * @param variables that the guide says are there
 * @returns what they printed
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
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      BASE_URL: serverUrl,
      DATABASE_URL: databaseOf(serverUrl),
      ENCRYPTION_KEY: encryptionKey,
      ...variables,
    },
    timeout: 50_000,
  })
  return stdout
}

/** The last line that was printed: what `more` of `runGuides` prints, after what the commands print. */
export function lastLineOf(printed: string): string {
  return printed.split('\n').at(-1) ?? ''
}

/** An example that runs. */
export interface Example {
  /** Everything it printed so far. */
  output(): string
  /** Waits until it has printed something of this form. */
  printed(form: RegExp): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a program of `examples/`, or another in the project's folder.
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
      // Not SIGKILL: programs with processes of their own end them.
      child.kill('SIGTERM')
      const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(impatient)
    },
  }
}
