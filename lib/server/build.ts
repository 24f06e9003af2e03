import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compressBuiltAssets } from './compressed-files.ts'

export const programFolder = join(import.meta.dirname, '..', '..')

const schema = join('prisma', 'schema.prisma')
/** The inputs of a build. */
const sources = [
  'app',
  'lib',
  'public',
  schema,
  'package.json',
  'package-lock.json',
  'next.config.mjs',
  'tsconfig.json',
]
/** Not an input: it is generated from the schema, which is one. */
const generated = join('lib', 'persistence', 'generated')
const stampFile = join(programFolder, '.next', 'authserver-build')
/** What the server shows at `/docs`: rendered apart from the pages, which takes a second instead of a minute. */
const documents = join(programFolder, '.next', 'documents')
const documentsStampFile = join(documents, 'stamp')

/**
 * Generates the database clients when the installation did not (`npm ci --ignore-scripts`), or the schema has changed
 * since.
 */
export function ensureDatabaseClients(): void {
  const madeOf = join(programFolder, generated, 'schema.prisma')
  const today = readFileSync(join(programFolder, schema), 'utf8')
  if (existsSync(madeOf) && readFileSync(madeOf, 'utf8') === today) return
  run('Failed to generate the database clients', ['prisma/generate.mjs'])
}

/**
 * Builds the pages unless the existing build has the same sources.
 * @param announce tells the operator that the build takes a while
 * @throws Error with the builder's own output
 */
export async function ensureBuilt(announce: () => void): Promise<void> {
  const stamp = stampOf(sources)
  if (isStamped(stampFile, stamp)) {
    if (!isStamped(documentsStampFile, stampOf(['docs']))) renderDocuments()
    return
  }
  announce()
  await build(stamp)
}

/** Builds the pages unconditionally. Meanwhile, this process can answer requests. */
export async function build(stamp: string = stampOf(sources)): Promise<void> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  await runBeside('Failed to build the pages', [next, 'build'])
  compressBuiltAssets(programFolder)
  renderDocuments()
  run('Failed to compile the program', [join('lib', 'server', 'compile.mjs')])
  writeFileSync(stampFile, stamp)
}

function renderDocuments(): void {
  run('Failed to render the documents', [join('lib', 'documents', 'write.ts'), documents])
  writeFileSync(documentsStampFile, stampOf(['docs']))
}

function isStamped(file: string, stamp: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/** A digest of the names and contents of all inputs. */
function stampOf(inputs: readonly string[]): string {
  const digest = createHash('sha256').update(process.version)
  for (const input of inputs) addToDigest(input)
  return digest.digest('hex')

  function addToDigest(path: string): void {
    const absolute = join(programFolder, path)
    if (path === generated || !existsSync(absolute)) return
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) addToDigest(join(path, name))
    } else {
      digest.update(`\0${path}\0`).update(readFileSync(absolute))
    }
  }
}

const options = { cwd: programFolder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const

interface Ended {
  readonly signal?: NodeJS.Signals | null
  readonly stdout?: string
  readonly stderr?: string
}

function run(complaint: string, command: readonly string[]): void {
  const ended = spawnSync(process.execPath, command, options)
  if (ended.status !== 0) throw failureOf(complaint, ended)
}

async function runBeside(complaint: string, command: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, command, options)
  } catch (error) {
    throw failureOf(complaint, error as Ended)
  }
}

function failureOf(complaint: string, { signal, stdout, stderr }: Ended): Error {
  // A process killed by the system, mostly when memory is short, cannot report it itself.
  const end = signal ? `, because the process was killed by ${signal}` : ''
  return new Error(`${complaint}${end}.\n${stdout ?? ''}${stderr ?? ''}`)
}
