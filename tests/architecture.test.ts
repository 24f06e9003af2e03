import { describe, expect, test } from 'vitest'
import { readSources, type Source } from '#tests/support/sources.ts'

/** Allowed imports of a part of the program, besides `node:` modules and the part itself. */
interface Rule {
  /** Parts whose files it may import. */
  readonly uses?: readonly string[]
  /** Parts from which it may import only types. */
  readonly types?: readonly string[]
  /** Individual files it may import. */
  readonly files?: readonly string[]
  readonly packages?: readonly string[]
}

const prisma = ['@prisma/client', '@prisma/adapter-pg', '@prisma/adapter-better-sqlite3']
const react = ['react', 'next', 'next-intl', 'lucide-react', 'react-hook-form']

/**
 * Allowed imports by part; all others are refused. Biome checks import cycles, file names, `any` and the
 * console (`biome.json`).
 */
const rules: Readonly<Record<string, Rule>> = {
  // What the console and the documents show about connecting an application: data.
  guides: {},
  base: { packages: ['ipaddr.js', 'negotiator', 'p-queue', 'pino', 'prom-client'] },
  answers: { uses: ['base'] },
  config: {
    uses: ['base'],
    // Pure functions: settings of the first start follow the general rules.
    files: [
      'lib/domain/permissions/built-in.ts',
      'lib/domain/email/email-form.ts',
      'lib/domain/values/forms.ts',
      'lib/domain/passwords/password-rules.ts',
    ],
    packages: ['zod'],
  },
  persistence: {
    uses: ['base'],
    types: ['config'],
    packages: [
      ...prisma,
      '@prisma/driver-adapter-utils',
      'better-sqlite3',
      'kysely',
      'pg',
      'rate-limiter-flexible',
    ],
  },
  i18n: {
    // Next.js's bundles and the start file share one set of texts and one parser of Accept headers.
    files: ['lib/base/network/accept-header.ts', 'lib/base/concurrency/singleton.ts'],
    packages: ['next-intl', '@formatjs/icu-messageformat-parser'],
  },
  mail: { uses: ['base', 'i18n'], packages: ['nodemailer'] },
  context: { uses: ['base'], types: ['config', 'persistence', 'mail'] },
  domain: {
    uses: ['answers', 'base', 'context'],
    types: ['config', 'persistence', 'mail'],
    // Only these files know the databases' errors for a duplicate row.
    files: ['lib/persistence/errors.ts'],
    packages: [
      '@node-rs/argon2',
      '@simplewebauthn/server',
      'bowser',
      'culori',
      'daisyui',
      'libphonenumber-js',
      'otpauth',
      'qrcode',
      'sharp',
    ],
  },
  outbound: { uses: ['base'], types: ['context'], packages: ['ipaddr.js'] },
  protocol: {
    uses: ['answers', 'base', 'context', 'domain', 'outbound'],
    types: ['config', 'persistence'],
    files: ['lib/persistence/errors.ts'],
    packages: ['jose', 'lru-cache', 'oauth4webapi'],
  },
  'api/contract': {
    files: [
      'lib/answers/error-codes.ts',
      'lib/answers/event-kinds.ts',
      'lib/answers/personal-events.ts',
      'lib/answers/refusal-rules.ts',
      // Pure: which times the databases take.
      'lib/base/time/storable-moment.ts',
    ],
    packages: ['zod'],
  },
  'api/client': { uses: ['api/contract'], packages: ['zod'] },
  api: {
    uses: ['answers', 'base', 'context', 'domain', 'api/contract'],
    types: ['config', 'persistence', 'mail'],
    // What a client would receive is previewed by the functions that make real tokens. The texts of a refusal's rule
    // are in the language of the request.
    files: [
      'lib/i18n/languages.ts',
      'lib/i18n/texts.ts',
      // The domain of passkeys is asked whether it names this server.
      'lib/protocol/check-related-origins.ts',
      'lib/protocol/claims.ts',
      // An administrator has a client's metadata document read again.
      'lib/protocol/documents/obtain.ts',
      // And the keys of a client.
      'lib/protocol/client-keys/remote-keys.ts',
      'lib/protocol/scopes.ts',
      'lib/protocol/token/claim-origins.ts',
      'lib/protocol/token-preview.ts',
      'lib/protocol/upstream/check-connection.ts',
      'lib/protocol/upstream/failure.ts',
      'lib/protocol/upstream/metadata.ts',
    ],
    packages: ['yaml', 'zod'],
  },
  console: {
    uses: ['answers', 'base', 'context', 'api/contract', 'api/client'],
    types: ['config', 'persistence'],
    // Pure: the order of the levels, the built-in records, and the errors of an unavailable database.
    files: [
      'lib/domain/sign-in/acr.ts',
      'lib/domain/permissions/built-in.ts',
      'lib/persistence/errors.ts',
    ],
    packages: ['oauth4webapi'],
  },
  cleaner: { uses: ['base', 'context', 'domain'], types: ['config', 'persistence'] },
  'logout-dispatcher': {
    uses: ['base', 'context', 'domain', 'protocol'],
    types: ['config', 'persistence', 'mail'],
  },
  runtime: {
    uses: ['answers', 'base', 'config', 'persistence', 'mail', 'outbound', 'context', 'domain'],
  },
  // Runs at the build only; the server takes over what it wrote.
  documents: {
    types: ['answers'],
    packages: [
      'hast',
      'hast-util-to-string',
      'mdast',
      'mdast-util-to-string',
      'rehype-highlight',
      'rehype-slug',
      'rehype-stringify',
      'remark-gfm',
      'remark-parse',
      'remark-rehype',
      'unified',
      'unist-util-visit',
    ],
  },
  http: {
    uses: [
      'answers',
      ...['base', 'config', 'context', 'domain', 'protocol', 'api', 'api/contract', 'i18n'],
      ...['runtime', 'mail'],
    ],
    types: ['persistence', 'console'],
    // The errors of an unavailable database.
    // The labels of a metric.
    files: ['lib/persistence/errors.ts', 'lib/outbound/outcomes.ts'],
    // The program's own manifest has its version.
    packages: ['next', 'prom-client', 'package.json'],
  },
  server: {
    uses: [
      'answers',
      'base',
      'config',
      'runtime',
      'cleaner',
      'logout-dispatcher',
      'http',
      'i18n',
      'persistence',
      'app',
      'console',
    ],
    types: ['domain'],
    packages: ['lru-cache', 'next', 'rou3'],
  },
  cli: {
    uses: [
      'answers',
      'base',
      'config',
      'runtime',
      'context',
      'domain',
      'i18n',
      'mail',
      'outbound',
      'persistence',
    ],
    // `doctor` asks identity providers and the domain of passkeys what a sign-in will need.
    files: ['lib/protocol/check-related-origins.ts', 'lib/protocol/upstream/check-connection.ts'],
    packages: ['yaml', 'zod'],
  },
  app: {
    uses: [
      'answers',
      'http',
      'protocol',
      'api',
      'api/contract',
      'api/client',
      'domain',
      'i18n',
      'console',
      'guides',
    ],
    types: ['base', 'context'],
    // Pure: files of exports, folding and marks for searches, outcomes, errors, and the forms of secrets, URLs, subjects, times and typed text.
    files: [
      'lib/base/errors/errors.ts',
      'lib/base/text/csv.ts',
      'lib/base/text/folding.ts',
      'lib/base/text/matches.ts',
      'lib/answers/outcome.ts',
      'lib/base/crypto/random.ts',
      'lib/base/text/typed.ts',
      'lib/base/network/system-schemes.ts',
      'lib/base/network/url.ts',
      'lib/base/crypto/uuid.ts',
      'lib/base/time/storable-moment.ts',
    ],
    packages: [
      ...react,
      '@hookform/resolvers',
      'libphonenumber-js',
      'minisearch',
      '@simplewebauthn/browser',
      'react-dom',
      'react-image-crop',
      'zod',
    ],
  },
}

/** Files directly under `lib/` belong to parts too. */
const rootFiles: Readonly<Record<string, string>> = {
  'lib/authserver.mjs': 'cli',
  'lib/cleaner.ts': 'cleaner',
  'lib/context.ts': 'context',
  'lib/logout-dispatcher.ts': 'logout-dispatcher',
  'lib/runtime.ts': 'runtime',
  'lib/start.mjs': 'server',
  'lib/api/client.ts': 'api/client',
}

const sources = readSources('app', 'lib')

describe('every import follows the table of parts:', () => {
  test.each(sources.map((source) => [source.path, source] as const))('%s', (_, source) => {
    expect(forbiddenImports(source)).toEqual([])
  })
})

describe('these stand only where they belong:', () => {
  const limits: [what: string, found: RegExp, allowed: RegExp][] = [
    [
      'process.env',
      /\bprocess\.env\b/,
      /^lib\/(config\/config\.ts|(start|authserver)\.mjs|server\/)/,
    ],
    [
      'the machine’s clock',
      /\bDate\.now\(\)|\bnew Date\(\)/,
      // The OAuth library reads the machine's clock; it receives the difference from the context's clock. In the browser, the visitor's clock is the only one.
      /^(app\/_ui\/text\/local-time\.tsx|lib\/(runtime\.ts|persistence\/database\/row-time\.ts|console\/oauth\.ts|protocol\/upstream\/oidc\.ts|(start|authserver)\.mjs|server\/))/,
    ],
    // Prisma's adapter opens its connection itself; Kysely must use the same one.
    [
      'a private field of Prisma',
      /Reflect\.get\((adapter|client|prisma)\b/,
      /^lib\/persistence\/database\/sqlite-connections\.ts$/,
    ],
    // Next.js writes pages itself. Only a replaced method can keep a status, a copy, or a page that failed halfway.
    [
      'replaced methods of responses, connections and servers',
      /\b(res|req|response|request|server|client|pool|socket|stream|connection)\.\w+ = (async )?\(?\(/,
      /^lib\/server\/(view-renderer|page-status|failed-page|shared-pages)\.ts$/,
    ],
    ['changed prototypes', /\.prototype\.\w+ = /, /^$/],
    // Next.js has no public check of a router state: a forged one would be answered with 500.
    ['internals of Next.js', /next\/dist\//, /^lib\/server\/(router-state|build)\.ts$/],
  ]
  test.each(limits)('%s', (_, found, allowed) => {
    expect(pathsWhere(({ code, path }) => found.test(code) && !allowed.test(path))).toEqual([])
  })

  // A request that the machine of the server sends is judged and limited there. The others ask this server itself: from a
  // browser, from its console, and by `doctor`. Mail has its own protocol.
  test('requests to other servers', () => {
    const self =
      /^(app\/(_ui|admin\/search|views)\/|app\/admin\/clients\/_parts\/discovery\.ts$|lib\/cli\/checks\/check-address\.ts$)/
    const sockets = /^lib\/(outbound|mail)\/|^lib\/cli\/checks\/check-forwarding\.ts$/
    const asking = pathsWhere(({ code }) => /(?<![.\w])fetch\(/.test(code))
    expect(asking.filter((path) => !self.test(path))).toEqual([])
    const client =
      /\bimport \{[^}]*\b(request|get|Agent|connect|createConnection)\b[^}]*\} from 'node:(https?|http2|net|tls)'/
    const others =
      /'(node:https|node:http2|node:dgram|undici)'|\b(XMLHttpRequest|WebSocket|EventSource|createRemoteJWKSet)\(/
    const opening = pathsWhere(({ code }) => client.test(code) || others.test(code))
    expect(opening.filter((path) => !sockets.test(path))).toEqual([])
    // The library asks by itself unless it is told how.
    const byLibrary = pathsWhere(
      ({ code, imports }) =>
        imports.some(({ target }) => target === 'oauth4webapi') && !code.includes('customFetch'),
    )
    expect(byLibrary.filter((path) => !path.startsWith('lib/console/'))).toEqual([])
  })

  test('next/headers', () => {
    const importing = pathsWhere(({ imports }) =>
      imports.some(({ specifier }) => specifier === 'next/headers'),
    )
    expect(importing.filter((path) => path !== 'lib/http/page.ts')).toEqual([])
  })

  test('next, inside lib', () => {
    const importing = pathsWhere(({ imports }) => imports.some(({ target }) => target === 'next'))
    const allowed = /^(app\/|lib\/http\/page\.ts|lib\/server\/|lib\/start\.mjs)/
    expect(importing.filter((path) => !allowed.test(path))).toEqual([])
  })

  test('the sign-in, which uses the tokens: they never use it', () => {
    const using = pathsWhere(
      ({ path, imports }) =>
        path.startsWith('lib/protocol/token/') &&
        imports.some(({ target }) => target.startsWith('lib/protocol/authorize/')),
    )
    expect(using).toEqual([])
  })

  test('the generated database clients', () => {
    const importing = pathsWhere(({ imports }) =>
      imports.some(({ target }) => target.includes('persistence/generated')),
    )
    expect(importing.filter((path) => !path.startsWith('lib/persistence/'))).toEqual([])
  })
})

describe('every source file', () => {
  test('has at most 350 lines', () => {
    expect(pathsWhere(({ text }) => text.split('\n').length > 351)).toEqual([])
  })

  test('never switches the type check off', () => {
    expect(pathsWhere(({ text }) => /@ts-(ignore|nocheck)/.test(text))).toEqual([])
  })

  test('has no server action: forms post to route files', () => {
    expect(pathsWhere(({ code }) => /['"]use server['"]/.test(code))).toEqual([])
  })

  test('uses no alias but those of package.json', () => {
    const alias = pathsWhere(({ imports }) =>
      imports.some(({ specifier }) => specifier.startsWith('@/') || specifier.startsWith('~')),
    )
    expect(alias).toEqual([])
  })

  test('climbs one folder at most in an import', () => {
    const climbing = pathsWhere(({ imports }) =>
      imports.some(
        ({ specifier, target }) => specifier.startsWith('../../') && target !== 'package.json',
      ),
    )
    expect(climbing).toEqual([])
  })

  test('inside lib exports by name', () => {
    const byDefault = pathsWhere(
      ({ path, code }) => path.startsWith('lib/') && /^export default\b/m.test(code),
    )
    // next-intl reads its request settings from the default export.
    expect(byDefault.filter((path) => path !== 'lib/i18n/request.ts')).toEqual([])
  })
})

describe('a unit test opens no database:', () => {
  const all = new Map(
    [...sources, ...readSources('tests')].map((source) => [source.path, source] as const),
  )
  const unit = [...all.values()].filter(({ path }) => /^tests\/unit\/.*\.test\.ts$/.test(path))
  const opening = [
    'lib/persistence/client.ts',
    'tests/support/databases.ts',
    'better-sqlite3',
    'pg',
  ]

  test.each(unit.map(({ path }) => path))('%s', (path) => {
    const loaded = loadedBy(path, all)
    expect(opening.filter((target) => loaded.has(target))).toEqual([])
  })
})

/** Everything that a file imports, directly or not, without imports of types only. */
function loadedBy(path: string, all: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const loaded = new Set([path])
  for (const target of loaded) {
    for (const found of all.get(target)?.imports ?? []) {
      if (!found.typeOnly) loaded.add(found.target)
    }
  }
  return loaded
}

function pathsWhere(holds: (source: Source) => boolean): string[] {
  return sources.filter(holds).map(({ path }) => path)
}

function forbiddenImports(source: Source): string[] {
  const part = partOf(source.path)
  const rule = rules[part]
  if (!rule) return [`The part '${part}' has no row in the table.`]
  return source.imports
    .filter((found) => !found.target.startsWith('node:'))
    .filter(({ target, typeOnly }) => !isAllowed(part, rule, target, typeOnly))
    .map(
      ({ specifier, typeOnly }) => `${part} may not import ${typeOnly ? 'type ' : ''}${specifier}`,
    )
}

function isAllowed(part: string, rule: Rule, target: string, typeOnly: boolean): boolean {
  if (!/^(app|lib)\//.test(target)) return Boolean(rule.packages?.includes(target))
  const other = partOf(target)
  if (other === part || rule.uses?.includes(other) || rule.files?.includes(target)) return true
  return typeOnly && Boolean(rule.types?.includes(other))
}

function partOf(path: string): string {
  const root = rootFiles[path]
  if (root) return root
  if (path.startsWith('app/')) return 'app'
  if (path.startsWith('lib/api/contract/')) return 'api/contract'
  return path.split('/')[1] ?? path
}
