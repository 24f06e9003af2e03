import cluster from 'node:cluster'
import { Console } from 'node:console'
import { type Config, ConfigurationError, processConfig } from '#lib/config.ts'
import { replaceTexts } from '#lib/i18n/messages.ts'
import { readTextOverrides } from '#lib/i18n/overrides.ts'
import type { Runtime } from '#lib/runtime.ts'
import { banner } from './banner.ts'
import { build, ensureBuilt, ensureDatabaseClients } from './build.ts'
import { holdPort } from './http-server.ts'
import { takePrinted } from './printed.ts'
import { startWarnings } from './start-warnings.ts'

/** The streams as they are before the log takes over what is printed. */
const [toOutput, toError] = [process.stdout, process.stderr].map((stream) =>
  stream.write.bind(stream),
) as [typeof process.stdout.write, typeof process.stderr.write]

/**
 * Starts the server: checks the settings, takes the port, builds what is missing, brings the database up to date and
 * serves. Standard output has the banner and the log, one JSON record a line, whoever writes; what stops the start is
 * written to standard error, one sentence for each problem.
 * @param args of the command line: `--dev` for development, `--build` to build and end
 */
export async function main(args: readonly string[]): Promise<void> {
  leaveStandardOutputToTheLog()
  try {
    if (args.includes('--build')) return buildOnly()
    const development = args.includes('--dev')
    const settings = processConfig('leave')
    const textWarnings = takeOwnTexts(settings)
    if (cluster.isWorker) return await serveAsWorker()
    // Before anything is made: what a start made that then fails would belong to an address that is not its own.
    await requirePort(settings)
    ensureDatabaseClients()
    const { isInstalled } = await import('./installed.ts')
    const isThere = await isInstalled(settings)
    // Whoever connects while an installation starts again is refused, and may turn to another server.
    const givePortBack = isThere ? null : await holdPort(settings.port, settings.hostname)
    if (!development)
      ensureBuilt(() => say('Building the pages. This takes half a minute, once.\n'))
    const config = processConfig(isThere ? 'require' : 'make')
    const { runtime } = await import('#lib/runtime.ts')
    const shared = await runtime()
    // Shown before anything else can fail: the generated password exists nowhere else.
    if (shared.seedReport) say(banner(config, shared.seedReport))
    for (const sentence of [...(await warningsOf(shared)), ...textWarnings]) {
      shared.log.warn(sentence)
    }
    // Once more, before Next prints, and each worker says so again and again.
    await (givePortBack ? givePortBack() : requirePort(config))
    if (config.workers === 1 || development) await serveHere(development)
    else {
      const { runWorkers } = await import('./workers.ts')
      takePrinted(shared.log)
      await shared.close()
      await runWorkers(config.workers, shared.log)
    }
    if (!shared.seedReport) say(banner(config, null))
  } catch (error) {
    for (const sentence of problems(error)) toError(`${sentence}\n`)
    process.exit(1)
  }
}

/** Takes the port for a moment. @throws Error where somebody else has it */
async function requirePort({ port, hostname }: Config): Promise<void> {
  const giveBack = await holdPort(port, hostname)
  await giveBack()
}

async function warningsOf({ config, store, seedReport }: Runtime): Promise<readonly string[]> {
  const { issuer = config.baseUrl } = (await store.settings.find()) ?? {}
  return startWarnings(config, process.env, { issuer, isNew: seedReport !== null })
}

/**
 * @returns what is to be said of them in the log
 * @throws ConfigurationError for texts that cannot be used
 */
function takeOwnTexts({ textOverridesDir }: Config): readonly string[] {
  if (textOverridesDir === undefined) return []
  const { texts, problems, warnings } = readTextOverrides(textOverridesDir)
  if (problems.length > 0) throw new ConfigurationError(problems)
  replaceTexts(texts)
  return warnings
}

function buildOnly(): void {
  ensureDatabaseClients()
  build()
  say('The pages are built.\n')
}

/** The first process has set up the database: a worker that finds it gone must not make another one. */
async function serveAsWorker(): Promise<void> {
  processConfig('require')
  const { openForWorker, runtime } = await import('#lib/runtime.ts')
  await runtime(openForWorker)
  await serveHere(false)
}

async function serveHere(development: boolean): Promise<void> {
  // Before Next: it puts its own `Date` in place of the plain one.
  const { runtime } = await import('#lib/runtime.ts')
  if (!development) takePrinted((await runtime()).log)
  const { serve } = await import('./serve.ts')
  await serve(development)
}

/** A generated password exists nowhere else: where standard output takes nothing, standard error gets it. */
function say(text: string): void {
  toOutput(text, (error) => {
    if (error) toError(text)
  })
}

/** Until the log is open. Next prints through the console, some lines of its own in spite of `quiet`. */
function leaveStandardOutputToTheLog(): void {
  globalThis.console = new Console(process.stderr)
  // A full disk or a reader that has gone: an error that nobody hears would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function problems(error: unknown): readonly string[] {
  if (error instanceof ConfigurationError) return error.problems
  const { message } = error as { message?: string }
  return [message || String(error)]
}
