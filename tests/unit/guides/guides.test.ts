import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { guideAsMarkdown } from '#lib/guides/as-markdown.ts'
import { explanationOf } from '#lib/guides/explanation.ts'
import { filled, proposedAddresses } from '#lib/guides/fill.ts'
import { guideOf, guides } from '#lib/guides/index.ts'
import manifest from '../../../package.json' with { type: 'json' }

const values = {
  issuer: 'http://localhost:3000',
  clientId: 'shift-planner',
  secret: '<client-secret>',
  ownScopes: 'inventory:read',
  redirectUris: [] as readonly string[],
}

/** All code of a guide, with the values. */
function codeOf(id: string, other: Partial<typeof values> = {}): string {
  const guide = guideOf(id)
  if (!guide) throw new Error(`no guide ${id}`)
  const fill = filled(guide, { ...values, ...other })
  return guide.steps.flatMap(({ code = [] }) => code.map((one) => fill(one.code))).join('\n')
}

test('every framework that an administrator may choose has a guide', () => {
  expect(guides.map(({ id }) => id).toSorted()).toEqual(
    [
      ...[
        'angular',
        'aspnet',
        'better-auth',
        'cli',
        'django',
        'express',
        'flask',
        'flutter',
        'go',
        'kotlin',
      ],
      ...['laravel', 'machine', 'nextjs', 'oauth2-proxy', 'rails', 'react', 'spring'],
      ...['sveltekit', 'swift', 'vue'],
    ].toSorted(),
  )
})

describe.each(guides.map((guide) => [guide.id, guide] as const))('the guide %s', (id, guide) => {
  test('leaves no placeholder open', () => {
    const fill = filled(guide, values)
    for (const { text = '', code = [] } of guide.steps) {
      for (const one of [text, ...code.map((block) => block.code)]) {
        expect(fill(one)).not.toMatch(/\{\{(?!\s)[\w-]+\}\}/)
      }
    }
  })

  test('names the issuer, the client and, where it has one, the secret', () => {
    const code = codeOf(id)
    expect(code).toContain(values.issuer)
    expect(code).toContain(values.clientId)
    const keepsSecret = guide.kind === 'web' || guide.kind === 'machine'
    expect(code.includes(values.secret)).toBe(keepsSecret)
  })

  test('says how to sign out, unless no one signs in', () => {
    const said = guide.steps.map(({ title, text = '' }) => `${title} ${text}`).join(' ')
    expect(/sign(s|ed)? .*out|sign-out/i.test(said)).toBe(guide.kind !== 'machine')
  })

  test('is the document of the same name', async () => {
    await expect(guideAsMarkdown(guide)).toMatchFileSnapshot(
      `../../../docs/integrate/frameworks/${id}.md`,
    )
  })

  test('has JavaScript and TypeScript that can be parsed', () => {
    const fill = filled(guide, values)
    for (const { language, code, name } of guide.steps.flatMap(({ code: all = [] }) => all)) {
      if (language !== 'js' && language !== 'ts') continue
      expect(() => stripTypeScriptTypes(fill(code)), name).not.toThrow()
    }
  })
})

test('an application on the same port as the server moves to the next one, as its framework does', () => {
  const nextjs = guideOf('nextjs')
  if (!nextjs) throw new Error('no guide')
  expect(proposedAddresses(nextjs, 'http://localhost:3000').redirectUri).toBe(
    'http://localhost:3001/api/auth/callback/authserver',
  )
  expect(proposedAddresses(nextjs, 'https://login.example.com').redirectUri).toBe(
    'http://localhost:3000/api/auth/callback/authserver',
  )
})

test('a registered address with the path of the guide stands in the code, one with quotes never', () => {
  const redirectUris = [
    "https://app.example/oauth2/callback?'",
    'https://app.example/oauth2/callback',
  ]
  const code = codeOf('oauth2-proxy', { redirectUris, issuer: 'https://login.example.com' })
  expect(code).toContain('redirect_url = "https://app.example/oauth2/callback"')
  expect(code).not.toContain('cookie_secure')
  expect(code).toContain('whitelist_domains = ["login.example.com"]')
})

test.each([
  ['django', "filter(username=claims['sub'])"],
  ['flask', "session['subject'] = person['sub']"],
  ['laravel', "where('subject', $person->getId())"],
  ['rails', 'session[:subject] = person.uid'],
])('the guide %s knows people by their user ID: an address may be somebody else’s', (id, line) => {
  expect(codeOf(id)).toContain(line)
})

test('the guide go redeems a code once, signs out by a form, and sends its cookies by https only where it has it', () => {
  const code = codeOf('go')
  expect(code).toContain('keep(w, "state", "")')
  expect(code).toContain('"POST /sign-out"')
  expect(code).toContain('Secure: strings.HasPrefix(redirectURL, "https:")')
})

test('http is allowed in the code only while the issuer is http', () => {
  expect(codeOf('aspnet')).toContain('RequireHttpsMetadata = false')
  expect(codeOf('aspnet', { issuer: 'https://login.example.com' })).not.toContain('RequireHttps')
})

test.each(guides.map((guide) => [explanationOf(guide)] as const))(
  '%s, which explains guides, is a document',
  (name) => {
    expect(existsSync(new URL(`../../../docs/integrate/${name}.md`, import.meta.url))).toBe(true)
  },
)

test('every web guide says what to do behind a proxy', () => {
  const missing = guides.filter(({ kind, behindProxy }) => kind === 'web' && !behindProxy)
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('the guide that our tests run names the version that is installed', () => {
  const installed: Readonly<Record<string, string>> = manifest.devDependencies
  for (const { library, version, isRunBy } of guides) {
    if (isRunBy) expect(version).toBe(installed[library])
  }
})
