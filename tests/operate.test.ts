import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { errorCodes } from '#lib/answers/error-codes.ts'
import { commands } from '#lib/cli/commands.ts'
import { settingNames } from '#lib/config/given-settings.ts'
import { failureDescriptions } from '#lib/mail/failures.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')

const others = new Set([
  ...[
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'UV_THREADPOOL_SIZE',
    'MALLOC_ARENA_MAX',
    'NODE_COMPILE_CACHE',
    'NEXT_TELEMETRY_DISABLED',
    'PATH',
  ],
  // Named because it has no effect.
  'HTTPS_PROXY',
  // Used by one command only.
  'TARGET_DATABASE_URL',
])
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !settingNames.includes(name) && !others.has(name))

interface Manifest {
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '')

  test('is made of files that exist and that are let through', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, list = '']) => list.split(' '),
    )
    expect(copied.length).toBeGreaterThan(8)
    expect(ignored[0]).toBe('*')
    for (const path of copied) {
      expect(existsSync(join(project, path)), path).toBe(true)
      expect(ignored).toContain(`!${path}`)
    }
  })

  test('starts with the very files of its build: what changes them would have it build again', () => {
    expect(dockerfile).not.toMatch(/npm (prune|install)/)
    const [, running = ''] = dockerfile.split(/^FROM .+(?<!AS build)$/m)
    expect(running).toContain('PATH=/app/node_modules/.bin:$PATH')
  })

  test('carries one Node.js: the one that npm installs', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases.at(-1)).toMatch(/^debian:/)
    expect(JSON.parse(read('package.json')).dependencies.node).toMatch(/^24\./)
  })

  test('is set up by settings that there are', () => {
    const names = [...dockerfile.matchAll(/^(?:ENV| {3,}) ?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    )
    expect(names).toContain('DATA_DIR')
    expect(unknownSettings(names)).toEqual([])
  })
})

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { authserver: { env_file: string; environment: Record<string, string> } }
  }
  const { env_file: file, environment } = services.authserver

  test('sets up what there is', () => {
    expect(unknownSettings(Object.keys(environment))).toEqual([])
  })

  test('passes on every setting of `.env` but those that follow from itself', () => {
    expect(file).toBe('.env')
    const passedOn = (name: string) =>
      new RegExp(`^\\$\\{${name}:[?-]`).test(environment[name] ?? '')
    const fixed = Object.keys(environment).filter((name) => !passedOn(name))
    expect(fixed).toEqual(['DATABASE_URL', 'HOSTNAME', 'PORT'])
  })
})

test('kubernetes.yaml is a list of manifests and sets up what there is', () => {
  const documents = parseAllDocuments(read('docs/operate/kubernetes.yaml'))
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  const manifests = documents.map((document) => document.toJS() as Manifest)
  expect(manifests.map(({ kind }) => kind)).toContain('Deployment')
  const names = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }))
  expect(names).toContain('DATABASE_URL')
  expect(unknownSettings(names)).toEqual([])
})

test('a pod has memory for the heap and a password in every thread, whatever processors its node has', () => {
  const manifest = read('docs/operate/kubernetes.yaml')
  const numberIn = (text: string, pattern: RegExp) =>
    Number(pattern.exec(text)?.[1]?.replace('_', ''))
  const threads = numberIn(manifest, /^ {2}UV_THREADPOOL_SIZE: '(\d+)'$/m)
  const limit = numberIn(manifest, /limits:\n +memory: (\d+)Mi$/m)
  const heap = numberIn(read('Dockerfile'), /--max-old-space-size=(\d+)/)
  const password = numberIn(read('lib/domain/passwords/password.ts'), /memoryCost: ([\d_]+)/) / 1024
  expect(heap + threads * password).toBeLessThan(limit)
})

const operating = globSync('docs/operate/*.md', { cwd: project })

test.each([...operating, 'docs/security.md'])('%s names settings that there are', (path) => {
  const text = read(path)
  const named = [...text.matchAll(/(?<![\w$])([A-Z]+(?:_[A-Z]+)+)(?==|`)/g)].map(
    ([, found = '']) => found,
  )
  expect(unknownSettings(named).filter((name) => !(name in errorCodes))).toEqual([])
})

describe('the command line as the guides call it', () => {
  /** Commands after `lib/authserver.mjs` in a text. */
  const commandsIn = (text: string) =>
    [...text.matchAll(/\bnode lib\/authserver\.mjs ([a-z-]+)/g)].map(([, name = '']) => name)

  const callers: [guide: string, caller: RegExp][] = [
    ['systemd.md', /^sudo systemd-run /m],
    ['docker.md', /^docker exec authserver node /m],
    ['docker.md', /^docker compose exec (-T )?authserver node /m],
    ['kubernetes.yaml', /^# {3}kubectl exec (--stdin )?deployment\/authserver -- node /m],
  ]
  test.each(callers)('%s tells it: %s', (guide, caller) => {
    const text = read(`docs/operate/${guide}`)
    expect(text).toMatch(caller)
    const names = commandsIn(text)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !commands.some((one) => one.name === name))).toEqual([])
  })

  test('has under systemd what the unit gives the server', () => {
    const text = read('docs/operate/systemd.md')
    const [, call = ''] = /^(sudo systemd-run (?:.*\\\n)*.*)$/m.exec(text) ?? []
    const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1] ?? '?'
    expect(call).toContain(`--uid=${settingOf('User')} `)
    expect(call).toContain(`--working-directory=${settingOf('WorkingDirectory')} `)
    expect(call).toContain(`--property=EnvironmentFile=${settingOf('EnvironmentFile')} `)
    for (const setting of settingOf('Environment').split(' ')) {
      expect(call).toContain(`--setenv=${setting} `)
    }
    expect(call).toContain(` ${settingOf('ExecStart').split(' ')[0]} lib/authserver.mjs `)
  })

  test('is in the image where the guide calls it', () => {
    expect(read('Dockerfile')).toMatch(/^WORKDIR \/app$/m)
    expect(read('Dockerfile')).toMatch(/^COPY lib \.\/lib$/m)
    expect(read('docs/operate/docker.md')).toMatch(/^docker run .*--name authserver /m)
  })
})

/** All texts of the product: its catalogs, and the texts in its sources. */
const everySaying = globSync('lib/i18n/messages/{en,*/en}.json', { cwd: project })
  .map((path) => JSON.stringify(JSON.parse(read(path)), null, 1).replaceAll('\\"', '"'))
  .concat(globSync('lib/**/*.{ts,mjs}', { cwd: project, exclude: ['**/generated/**'] }).map(read))
  .join('\n')
  .replaceAll("\\'", "'")

/** Quotes in the first column of a document's tables, without the variable parts (`…`). */
function quotedIn(path: string): string[] {
  const firstCells = read(path).matchAll(/^\| ([^|]+) \|/gm)
  const quotes = [...firstCells].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
  return quotes.flatMap(([, quote = '']) => quote.split('…').map((part) => part.trim()))
}

test.each([
  ['troubleshooting.md', 50],
  ['mail.md', 11],
])('docs/operate/%s quotes what the product says', (name, least) => {
  const quoted = quotedIn(`docs/operate/${name}`).filter((part) => part.length > 1)
  expect(quoted.length).toBeGreaterThanOrEqual(least)
  expect(quoted.filter((part) => !everySaying.includes(part))).toEqual([])
})

test('docs/operate/mail.md explains every reason why a message is not sent', () => {
  const text = read('docs/operate/mail.md')
  for (const [reason, description] of Object.entries(failureDescriptions)) {
    expect(text).toContain(`| \`${description}\` | \`${reason}\` |`)
  }
})

test('containers get the time to stop that the server takes', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { authserver: { stop_grace_period: string } }
  }
  expect(services.authserver.stop_grace_period).toBe('30s')
  expect(read('docs/operate/docker.md')).toContain('--stop-timeout 30 ')
  expect(read('docs/operate/kubernetes.yaml')).toContain('terminationGracePeriodSeconds: 30')
  expect(read('docs/operate/systemd.md')).toContain('TimeoutStopSec=30')
})
