import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '#lib/cli/commands.ts'
import { variables } from '#lib/environment.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** Variables that are not the program's settings. */
const others = new Set(['NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'PATH'])
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !(name in variables.shape) && !others.has(name))

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

  test('starts with the very files of its build: what changes them would have it build anew', () => {
    expect(dockerfile).not.toMatch(/npm (prune|install)/)
    const [, running = ''] = dockerfile.split(/^FROM .+(?<!AS build)$/m)
    expect(running).toContain('PATH=/app/node_modules/.bin:$PATH')
  })

  test('is set up by settings that there are', () => {
    const names = [...dockerfile.matchAll(/^(?:ENV| {3,}) ?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    )
    expect(names).toContain('DATA_DIR')
    expect(unknownSettings(names)).toEqual([])
  })
})

test('compose.yaml sets up what there is', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { authserver: { environment: Record<string, string> } }
  }
  expect(unknownSettings(Object.keys(services.authserver.environment))).toEqual([])
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

test.each(['reverse-proxy.md', 'systemd.md', 'monitoring.md', 'docker.md'])(
  'docs/operate/%s names settings that there are',
  (name) => {
    const text = read(`docs/operate/${name}`)
    const named = [...text.matchAll(/(?<![\w$])([A-Z]+(?:_[A-Z]+)+)(?==|`)/g)].map(
      ([, found = '']) => found,
    )
    expect(unknownSettings(named)).toEqual([])
  },
)

describe('the command line as the guides call it', () => {
  /** What follows `lib/authserver.mjs` in a text. */
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
    expect(read('docs/operate/docker.md')).toContain('docker run --name authserver ')
  })
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
