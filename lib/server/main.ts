import cluster from 'node:cluster'
import { Console } from 'node:console'
import { type Config, ConfigurationError, processConfig } from '#lib/config/config.ts'
import { reachedHosts } from '#lib/http/reached-hosts.ts'
import { replaceTexts } from '#lib/i18n/messages.ts'
import { readTextOverrides } from '#lib/i18n/overrides.ts'
import type { Runtime } from '#lib/runtime.ts'
import { banner } from './banner.ts'
import { build, ensureBuilt, ensureDatabaseClients } from './build.ts'
import { captureOutput } from './captured-output.ts'
import { holdPort } from './http-server.ts'
import { answerSettingUp } from './setting-up.ts'
import { startWarnings } from './start-warnings.ts'

/** The original writers, before the log captures everything that is printed. */
const [toOutput, toError] = [process.stdout, process.stderr].map((stream) =>
  stream.write.bind(stream),
) as [typeof process.stdout.write, typeof process.stderr.write]

/**
 * Starts the server: checks the settings, reserves the port, builds missing parts, migrates the database and serves.
 * Standard output carries the banner and the log, one JSON record per line. Errors that prevent the start go to
 * standard error, one sentence each.
 * @param args of the command line: `--dev` for development, `--build` to build and exit
 */
export async function main(args: readonly string[]): Promise<void> {
  leaveStandardOutputToTheLog()
  try {
    if (args.includes('--build')) return await buildOnly()
    const development = args.includes('--dev')
    const settings = processConfig('leave')
    const textWarnings = takeOwnTexts(settings)
    if (cluster.isWorker) return await serveAsWorker()
    // Before anything is created: data of a failed start would belong to an address that this server does not have.
    await requirePort(settings)
    ensureDatabaseClients()
    const { isInstalled } = await import('./installed.ts')
    const isThere = await isInstalled(settings)
    // While an existing installation restarts, connections are refused, so that clients can turn to another server.
    const givePortBack = isThere ? null : await takePort(settings)
    if (!development) {
      const building = 'Building the pages. This takes one to three minutes, and only once.\n'
      await ensureBuilt(() => say(building))
    }
    const config = processConfig(isThere ? 'require' : 'make')
    const { runtime } = await import('#lib/runtime.ts')
    const shared = await runtime()
    // Shown before anything else can fail: the generated password exists nowhere else.
    if (shared.seedReport) say(banner(config, shared.seedReport))
    for (const sentence of [...(await warningsOf(shared)), ...textWarnings]) {
      shared.log.warn(sentence)
    }
    // Checked again before Next prints its own error, which every worker would repeat.
    if (!givePortBack) await requirePort(config)
    if (config.workers === 1 || development) await serveHere(development, givePortBack)
    else {
      await givePortBack?.()
      const { runWorkers } = await import('./workers.ts')
      captureOutput(shared.log)
      await shared.close()
      await runWorkers(config.workers, shared.log)
    }
    if (!shared.seedReport) say(banner(config, null))
  } catch (error) {
    for (const sentence of problems(error)) toError(`${sentence}\n`)
    process.exit(1)
  }
}

/**
 * Reserves the port for a moment.
 * @throws Error when another program uses it
 */
async function requirePort({ port, hostname }: Pick<Config, 'port' | 'hostname'>): Promise<void> {
  const giveBack = await takePort({ port, hostname })
  await giveBack()
}

/** Takes the port and answers every visitor of a first start that the server is being set up. */
function takePort({ port, hostname }: Pick<Config, 'port' | 'hostname'>) {
  return holdPort(port, hostname, answerSettingUp)
}

async function warningsOf({ config, store, seedReport }: Runtime): Promise<readonly string[]> {
  const settings = await store.settings.find()
  const { issuer = config.baseUrl } = settings ?? {}
  const reached = settings ? await reachedHosts({ store, config }, settings) : []
  return startWarnings(config, process.env, { issuer, isNew: seedReport !== null, reached })
}

/**
 * @returns warnings for the log
 * @throws ConfigurationError for unusable texts
 */
function takeOwnTexts({ textOverridesDir }: Config): readonly string[] {
  if (textOverridesDir === undefined) return []
  const { texts, problems, warnings } = readTextOverrides(textOverridesDir)
  if (problems.length > 0) throw new ConfigurationError(problems)
  replaceTexts(texts)
  return warnings
}

async function buildOnly(): Promise<void> {
  ensureDatabaseClients()
  await build()
  say('The pages are built.\n')
}

/** The primary process has set up the database: a worker that finds none must not create another. */
async function serveAsWorker(): Promise<void> {
  processConfig('require')
  const { openForWorker, runtime } = await import('#lib/runtime.ts')
  await runtime(openForWorker)
  await serveHere(false)
}

async function serveHere(
  development: boolean,
  givePortBack: (() => Promise<void>) | null = null,
): Promise<void> {
  // Imported before Next, which replaces the global `Date`.
  const { runtime } = await import('#lib/runtime.ts')
  if (!development) captureOutput((await runtime()).log)
  const { serve } = await import('./serve.ts')
  await serve(development, givePortBack)
}

/** Falls back to standard error, because a generated password exists nowhere else. */
function say(text: string): void {
  toOutput(text, (error) => {
    if (error) toError(text)
  })
}

/** Until the log is open, console output goes to standard error. Next prints some lines despite `quiet`. */
function leaveStandardOutputToTheLog(): void {
  globalThis.console = new Console(process.stderr)
  // A full disk or a closed pipe: an unhandled stream error would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function problems(error: unknown): readonly string[] {
  if (error instanceof ConfigurationError) return error.problems
  const { message } = error as { message?: string }
  return [message || String(error)]
}
