import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Provider } from '#lib/persistence/database/provider.ts'
import { createDatabase, testProvider } from './databases.ts'
import { freePort } from './free-port.ts'
import { administrator, encryptionKey, preparedKeysVariable } from './settings.ts'

/** The built server in its own process. */
export interface StartedServer {
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly administrator: { readonly email: string; readonly password: string }
  /** Process id; changes with `startAgain`. */
  pid(): number
  /** All output so far. */
  output(): string
  /** False once it has ended, by itself or on request. */
  isRunning(): boolean
  /** Sends a signal and waits for the process to end. */
  end(signal?: NodeJS.Signals): Promise<void>
  /**
   * Starts it again with the same port, data and environment.
   * @param folder of another program, for an upgrade
   */
  startAgain(folder?: string): Promise<void>
  /** Ends it if it is running, and removes its data. */
  remove(): Promise<void>
}

const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
/** As in `npm start`. */
const heap = ['--max-old-space-size=320', '--max-semi-space-size=8']
const startLimitMs = 60_000
const endLimitMs = 15_000

/**
 * Starts `lib/start.mjs` on a free port with its own data and waits until it is ready. An outdated build is
 * rebuilt at the start.
 * @param env variables to add or replace; undefined removes one
 * @param args of the command line: `--dev` starts the development server
 * @param provider of its database, unless `env` sets `DATABASE_URL`
 * @param folder of the program. Default: this one
 */
export async function startServer(
  env: Readonly<Record<string, string | undefined>> = {},
  args: readonly string[] = [],
  provider: Provider = testProvider(),
  folder = projectFolder,
): Promise<StartedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'authserver-started-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  // An SQLite database is a file among the server's data.
  const database = provider === 'sqlite' || env.DATABASE_URL ? null : await createDatabase(provider)
  const databaseUrl = env.DATABASE_URL ?? database?.url ?? `file:${join(dataDir, 'authserver.db')}`
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    BASE_URL: baseUrl,
    PORT: String(port),
    HOSTNAME: '127.0.0.1',
    // The default would end with the port.
    SESSION_COOKIE_NAME: 'authserver',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'warn',
    ...env,
  }
  // Loaded only when keys are prepared: this module pulls in most of the program, and other users of started
  // servers measure their processes.
  if (process.env[preparedKeysVariable]) {
    const { seedAhead } = await import('./seeded-ahead.ts')
    await seedAhead(environment)
  }
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  let child = launch(args, environment, print, folder)
  const remove = async () => {
    await endChild(child, 'SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
    await database?.remove()
  }
  const wait = () => untilReady(baseUrl, child, () => printed)
  await wait().catch(async (error) => {
    await remove()
    throw error
  })
  return {
    baseUrl,
    databaseUrl,
    administrator,
    pid: () => child.pid ?? 0,
    output: () => printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end: (signal = 'SIGTERM') => endChild(child, signal),
    async startAgain(next = folder) {
      child = launch(args, environment, print, next)
      await wait()
    },
    remove,
  }
}

function launch(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
  folder: string,
): ChildProcess {
  const child = spawn(process.execPath, [...heap, 'lib/start.mjs', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.once('exit', (code, signal) => print(`[ended: ${signal ?? `exit code ${code}`}]\n`))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', print)
  }
  return child
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const impatient = setTimeout(() => child.kill('SIGKILL'), endLimitMs)
  await gone
  clearTimeout(impatient)
}

async function untilReady(
  baseUrl: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const end = performance.now() + startLimitMs
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended while starting:\n${output()}`)
    const ready = await fetch(`${baseUrl}/ready`).catch(() => null)
    await ready?.body?.cancel()
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server was not ready within ${startLimitMs} ms:\n${output()}`)
}
