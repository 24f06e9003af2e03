import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { refusalRules } from '#lib/answers/refusal-rules.ts'
import { variables } from '#lib/config/environment.ts'
import {
  type Limiter,
  type LimiterName,
  limiterNames,
  limiters,
} from '#lib/domain/limits/limiters.ts'
import { guidesFor } from '#lib/guides/index.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { messageNames } from '#lib/mail/samples.ts'
import { routePaths } from '#lib/server/router.ts'
import { allContracts, shapeOf } from '#tests/support/contracts.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const documents = globSync(['*.md', '{docs,examples,.github}/**/*.md'], {
  cwd: project,
  exclude: (name) => name.includes('node_modules'),
}).toSorted()
// Those of `frameworks` are made from `lib/guides`, and compared with it by the tests there.
const guides = documents.filter((path) => /^docs\/integrate\/[\w-]+\.md$/.test(path))

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

function proseOf(path: string): string {
  return read(path)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code))
}

/** Targets of the document's links within the repository. */
function linksOf(path: string): string[] {
  const prose = proseOf(path)
  const links = [...prose.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g)]
  const pictures = [...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)]
  return [...links, ...pictures]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** A document's anchors, generated from its headings as on GitHub. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : join(dirname(path), decodeURI(file))
  if (target.startsWith('..') || !existsSync(join(project, target))) return true
  if (anchor === undefined) return false
  return statSync(join(project, target)).isDirectory() || !anchorsOf(target).includes(anchor)
}

describe('every relative link leads to a file and an anchor that exist:', () => {
  it.each(documents)('%s', (path) => {
    expect(linksOf(path).filter((link) => isBroken(path, link))).toEqual([])
  })
})

/** Endpoint paths that a document names, with the names of parameters removed. */
function pathsNamedIn(path: string): string[] {
  const named = read(path).matchAll(
    /(?<![\w./\]-])(?:(GET|POST|PUT|DELETE) )?(\/(?:api\/v1|auth|connect|certs|userinfo|docs\/api)\/?[\w/{}[\]-]*)/g,
  )
  return [...named].map(([, method, found = '']) => `${method ?? ''} ${found}`.trim())
}

const declared = allContracts.map(({ method, path }) => `${method} ${shapeOf(path)}`)
const areas = ['/api/v1', '/api/v1/admin', '/api/v1/account']

function isUnknown(named: string): boolean {
  const [path = '', method] = named.split(' ').toReversed()
  const plain = path.replace(/\/$/, '')
  if (!plain.startsWith('/api/')) return !routePaths.includes(plain) && plain !== '/auth'
  if (areas.includes(plain)) return false
  return !declared.some((one) =>
    method ? one === `${method} ${shapeOf(plain)}` : one.endsWith(` ${shapeOf(plain)}`),
  )
}

describe('every path of the server that a document names exists:', () => {
  // The specification uses other parameter names, and stays as its owner wrote it.
  // The guides by framework name the paths of applications too.
  const user = documents.filter(
    (path) => !/^docs\/(decisions\/|integrate\/frameworks\/|specification\.md)/.test(path),
  )
  it.each(user)('%s', (path) => {
    expect(pathsNamedIn(path).filter(isUnknown)).toEqual([])
  })
})

interface Block {
  readonly language: string
  readonly file: string
  readonly code: string
}

function blocksOf(path: string): Block[] {
  const blocks = read(path).matchAll(/^```(\w+) ?(.*?)\n(.*?)^```$/gms)
  return [...blocks].map(([, language = '', file = '', code = '']) => ({ language, file, code }))
}

describe('every code block of a guide is a part of the example it names:', () => {
  it.each(guides)('%s', (path) => {
    for (const { language, file, code } of blocksOf(path)) {
      // A browser test runs the commands of each example; text blocks are not run.
      if (language === 'sh' || language === 'text') continue
      expect(file, code).toMatch(/^examples\//)
      expect(read(file)).toContain(code)
    }
  })
})

describe('the commands of every quickstart are run by a browser test:', () => {
  const tests = read('tests/browser/quickstart.spec.ts')
  const pages = documents.filter((path) => path.startsWith('docs/quickstart/'))
  it.each(pages)('%s', (path) => {
    const name = path.slice('docs/quickstart/'.length, -'.md'.length)
    expect(tests).toContain(`followQuickstart('${name}'`)
  })
})

describe('the packages of every example are those that its tests use:', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  it.each(globSync('examples/*/package.json', { cwd: project }))('%s', (path) => {
    const { dependencies } = JSON.parse(read(path)) as { dependencies: Record<string, string> }
    for (const [name, version] of Object.entries(dependencies)) {
      expect(version, name).toBe(packages[`node_modules/${name}`]?.version)
    }
  })
})

describe('a guide names the version that its example runs with:', () => {
  const manifestOf = (path: string) => {
    const [, folder = ''] =
      /^(examples\/[\w-]+)\//.exec(blocksOf(path).find(({ file }) => file)?.file ?? '') ?? []
    return `${folder || 'examples'}/package.json`
  }
  it.each(guides.filter((path) => existsSync(join(project, manifestOf(path)))))('%s', (path) => {
    const { dependencies } = JSON.parse(read(manifestOf(path))) as {
      dependencies: Record<string, string>
    }
    const [, name = '', version] = /Our tests run it with (\S+) (\d\S*)\./.exec(read(path)) ?? []
    expect(version).toBe(dependencies[name])
    expect(version).toBeDefined()
  })
})

describe('docs/integrate/client-libraries.md', () => {
  const tested = [
    ...read('docs/integrate/client-libraries.md').matchAll(
      /^\| (.+?) \| (\S+), in our tests \| (.+) \|$/gm,
    ),
  ]
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  const specs = globSync(['tests/browser/*.spec.ts', 'tests/protocol/modern/*libraries.test.ts'], {
    cwd: project,
  })
    .map(read)
    .join('\n')

  it('names the libraries that our tests drive, each in the version of the tests', () => {
    const names = tested.map(([, label = '']) => label.split(/[ ,]/)[0] ?? '')
    expect(names.toSorted()).toEqual([
      '@badgateway/oauth2-client',
      '@okta/okta-auth-js',
      'express-openid-connect',
      'keycloak-js',
      'next-auth',
      'oauth4webapi',
      'oidc-client-ts',
      'openid-client',
      'react-oidc-context',
    ])
    for (const [index, name] of names.entries()) {
      expect(tested[index]?.[2], name).toBe(packages[`node_modules/${name}`]?.version)
      expect(specs, name).toContain(name)
    }
  })

  /** What our tests run of each library. */
  const programs = {
    'openid-client': 'examples/openid-client/app.mjs',
    oauth4webapi: 'tests/browser/oauth4webapi.spec.ts',
    'next-auth': 'examples/nextjs-authjs/auth.mjs',
    'oidc-client-ts': 'tests/browser/oidc-client-ts.spec.ts',
    'keycloak-js': 'tests/browser/keycloak-js.spec.ts',
    '@okta/okta-auth-js': 'tests/browser/okta-auth-js.spec.ts',
    'react-oidc-context': 'tests/browser/react-oidc-context.spec.ts',
  }

  it.each(Object.entries(programs))('names settings that the tests of %s use', (name, program) => {
    const row = tested.find(([, label = '']) => label.split(/[ ,]/)[0] === name)
    const code = read(program).replaceAll('client.', '')
    const settings = [...(row?.[3] ?? '').matchAll(/`([^`]+)`/g)]
    for (const [, setting] of settings) expect(code).toContain(setting)
  })
})

it('besides guides only those documents mark commands `sh` whose commands are run', () => {
  const run = ['administer', 'admin-api-walk', 'operate/backup-and-restore', 'operate/command-line']
  // The commands in these reports are those of the tests and benchmarks themselves.
  const reports = ['docs/accessibility.md', 'docs/performance.md']
  const others = documents.filter(
    (path) => /^docs\/(?!quickstart\/)/.test(path) && !guides.includes(path),
  )
  const marked = others.filter((path) => /^ *```sh$/m.test(read(path)) && !reports.includes(path))
  expect(marked).toEqual(run.map((name) => `docs/${name}.md`).toSorted())
})

describe('the commands of every guide are run by a browser test:', () => {
  const tests = globSync('tests/browser/*.spec.ts', { cwd: project }).map(read).join('\n')
  const lists = [...tests.matchAll(/runGuides\(\s*\[([^\]]+)\]/g)].map(([, list = '']) => list)
  const hasCommands = (path: string) => blocksOf(path).some(({ language }) => language === 'sh')
  it.each([...guides, 'docs/administer.md'].filter(hasCommands))('%s', (path) => {
    const name = path.replace('docs/integrate/', '').replace('docs/', '../').replace('.md', '')
    expect(lists.some((list) => list.includes(`'${name}'`))).toBe(true)
  })
})

describe('docs/integrate/claims.md', () => {
  const text = read('docs/integrate/claims.md')
  const discovery = read('lib/protocol/discovery.ts')
  const [, list = ''] = /^const claimsSupported = \[(.*?)^\]/ms.exec(discovery) ?? []
  const claims = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)

  it('is compared with the claims that discovery names', () => {
    expect(claims).toEqual(expect.arrayContaining(['sub', 'address', 'attributes']))
  })

  it.each(claims)('explains %s', (name) => {
    expect(text).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
  })
})

it('docs/integrate/errors.md has every rule that refuses a request, in the words of the console', () => {
  const { rule: texts } = messagesOf('en').refusals
  const rows = refusalRules
    .toSorted()
    .map((rule) => `| \`${rule}\` | ${texts[rule].title} | ${texts[rule].remedy} |`)
  const written = read('docs/integrate/errors.md').split('\n')
  expect(written.filter((line) => line.startsWith('| `'))).toEqual(rows)
})

it('the documentation names every guide', () => {
  const overview = read('docs/README.md')
  expect(guides.filter((path) => !overview.includes(`(${path.slice('docs/'.length)})`))).toEqual([])
})

it('docs/reference/mail.md names every message', () => {
  const text = read('docs/reference/mail.md')
  expect(messageNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

it('the documents name every limiter', () => {
  const text = read('docs/reference/pages-and-forms.md') + read('docs/operate/sign-in-limits.md')
  expect(limiterNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

describe('the table of limits', () => {
  const rows = read('docs/reference/pages-and-forms.md').matchAll(
    /^\| (`[a-z_]+`(?: \*)?(?:, `[a-z_]+`(?: \*)?)*) \| .+ \| (.+) \|$/gm,
  )
  const cases = [...rows].flatMap(([, names = '', limits = '']) =>
    names.split(', ').map((name) => ({ name: name.replaceAll(/[` *]/g, ''), names, limits })),
  )

  it.each(cases)('has the limits of $name, and whether a setting turns it off', (row) => {
    const { budgets, ...limiter }: Limiter = limiters[row.name as LimiterName]
    const isAlwaysOn = row.names.includes(`\`${row.name}\` *`)
    expect(isAlwaysOn).toBe(limiter.alwaysOn === true)
    const numbers = row.limits.match(/\d+/g)?.map(Number) ?? []
    for (const budget of budgets) expect(numbers).toContain(budget[0])
  })
})

describe('a guide for a page without a server says at which addresses browsers have what PKCE needs:', () => {
  const frameworks = guidesFor('spa').map(({ id }) => `docs/integrate/frameworks/${id}.md`)
  const written = [
    'docs/integrate/single-page-app.md',
    'docs/quickstart/single-page-application.md',
  ]

  it.each([...frameworks, ...written])('%s', (path) => {
    expect(read(path).replaceAll(/\s+/g, ' ')).toContain('at https, at localhost')
  })
})

it('docs/operate/settings.md names every setting of the environment', () => {
  const rows = read('docs/operate/settings.md').matchAll(
    /^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) \|/gm,
  )
  const named = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
  expect(named.toSorted()).toEqual(Object.keys(variables.shape).toSorted())
})

describe('the list of decisions', () => {
  const folder = 'docs/decisions/'
  const listed = [...read(`${folder}README.md`).matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\) \| \S/gm)]
  const records = documents.filter((path) => path.startsWith(folder) && !path.endsWith('README.md'))

  it('has one line for every record', () => {
    expect(listed.map(([, file]) => folder + file).toSorted()).toEqual(records)
  })

  it.each(records)('%s is named in words and begins with its title', (path) => {
    expect(path.slice(folder.length)).toMatch(/^[a-z][a-z-]*\.md$/)
    expect(read(path)).toMatch(/^# \S/)
  })
})

it('the host of the project runs every part of the one test command, each shard of it once', () => {
  const workflow = parse(read('.github/workflows/test.yml')) as {
    jobs: {
      parts: {
        strategy: { matrix: { parts: readonly string[] } }
        steps: readonly { run?: string }[]
      }
    }
  }
  const { strategy, steps } = workflow.jobs.parts
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
    expect.stringMatching(/^\.ci\/run \$\{\{ matrix\.parts \}\}$/),
  ])
  expect(statSync(join(project, '.ci/run')).mode & 0o100).toBe(0o100)
  expect(read('.ci/run')).toMatch(/^npm test -- "\$@"$/m)
  const declared = read('tests/run.mjs').matchAll(/^ {2}(\w+): \{ title: (?!.*onlyNamed)/gm)
  const jobs = strategy.matrix.parts.map((parts) => parts.split(' '))
  const named = jobs.flat().filter((part) => part !== 'build' && !part.startsWith('--'))
  expect([...new Set(named), 'build'].sort()).toEqual([...declared].map(([, name]) => name).sort())
  for (const part of new Set(named)) {
    const runs = jobs.filter((job) => job.includes(part))
    const shards = runs.map((job) => job.find((one) => one.startsWith('--shard=')) ?? 'all')
    const whole = runs.map((_, i) => `--shard=${i + 1}/${runs.length}`)
    expect(shards, part).toEqual(runs.length === 1 ? ['all'] : whole)
  }
})
