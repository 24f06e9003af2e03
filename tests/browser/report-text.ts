import { languages } from '#lib/i18n/languages.ts'
import { claimsText } from './accessibility-claims.ts'
import { allPages } from './all-pages.ts'
import type { Finding, Look } from './finding.ts'

/** Pages whose main element is not named after their folder. */
const others: Readonly<Record<string, string>> = {
  'page-welcome': '/',
  'page-turned-off': 'sign-in',
  'page-not-found': 'not-found',
  'page-auth-error': 'error',
}

/** The page of a finding, as `allPages` names it. */
function pageOf({ id, path }: Finding, pages: readonly string[]): string | undefined {
  const named = others[id] ?? id.replace(/^page-/, '')
  if (pages.includes(named)) return named
  const parts = path.split('/')
  return pages.find((page) => {
    const wanted = page.split('/')
    const fits = (part: string, index: number) => part === parts[index] || part.startsWith('[')
    return wanted.length === parts.length && wanted.every(fits)
  })
}

const columns: readonly (readonly [look: Look, title: string])[] = [
  ['phone', '320 px'],
  ['large text', 'Large text'],
  ['spacing', 'Spacing'],
  ['motion', 'Motion'],
  ['keyboard', 'Keyboard'],
]

/**
 * The text of `docs/accessibility.md`.
 * @param findings of passed tests
 * @param tests their number
 */
export function reportOf(findings: readonly Finding[], tests: number, date: Date): string {
  const pages = allPages()
  const rows = pages.map((page) => {
    const here = findings.filter((one) => pageOf(one, pages) === page)
    return `| ${[`\`${page}\``, statesOf(here), ...columns.map(([look]) => cellOf(here, look))].join(' | ')} |`
  })
  const titles = ['Page', 'States that axe read', ...columns.map(([, title]) => title)]
  const axe = findings.filter(({ look }) => look === 'axe')
  return `${introduction}
## What the tests found

On ${date.toISOString().slice(0, 10)}: ${tests} tests looked ${findings.length} times at ${pages.length} pages and found nothing
that is wrong. axe read ${axe.length} states of them, each in light and in dark.

${undecided(axe)}

${themes(findings)}

| ${titles.join(' | ')} |
|${titles.map(() => '---').join('|')}|
${rows.join('\n')}
`
}

function statesOf(findings: readonly Finding[]): string {
  const states = findings
    .filter(({ look }) => look === 'axe')
    .map(({ shows, language }) => {
      const state = shows.length === 0 ? 'as it opens' : shows.join(' and ')
      return language === 'ar' ? `${state} (Arabic)` : state
    })
  return [...new Set(states)].toSorted().join('; ') || 'not looked at'
}

function cellOf(findings: readonly Finding[], look: Look): string {
  const seen = findings.filter((one) => one.look === look)
  if (seen.length === 0) return '–'
  const spoken = new Set(seen.map(({ language }) => language))
  if (look !== 'phone') return 'yes'
  return spoken.size === languages.length ? 'in all languages' : [...spoken].join(', ')
}

function undecided(axe: readonly Finding[]): string {
  const rules = new Map<string, number>()
  for (const rule of axe.flatMap((one) => one.rules?.undecided ?? [])) {
    rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }
  if (rules.size === 0) return 'axe left nothing undecided.'
  const told = [...rules].map(([rule, times]) => `\`${rule}\` in ${times} states`).join(', ')
  return `What axe could not decide by itself, and leaves to people: ${told}.`
}

function themes(findings: readonly Finding[]): string {
  const seen = findings.filter(({ look }) => look === 'contrast')
  const names = new Set(seen.map(({ theme }) => theme))
  return `The contrast of text was measured in ${names.size} themes, at the sign-in and in the console.`
}

/** The part of the report that does not depend on a run. */
export const introduction = `# Accessibility

The pages aim at WCAG 2.2, level AA. This report is written by the browser tests themselves:

\`\`\`sh
npm run accessibility-report
\`\`\`

## What is tested

${claimsText()}

## What is not tested

- Nobody has used the pages with a screen reader to write this report. That names, roles and messages
  are there is tested; how they sound is not.
- axe finds perhaps half of what can be wrong. Whether a text is understood, a test cannot say.
- One browser, Chromium, was used; no phone and no other assistive technology.
- The choices of a drop-down list are drawn by the system and were not looked at, nor what does not fit
  into a field where something long is typed.
- The page \`/docs/api\` is an API viewer made by others, and is not part of this report.
`
