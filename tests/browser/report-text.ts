import { languages } from '#lib/i18n/languages.ts'
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
  if (id !== '') return others[id] ?? id.replace(/^page-/, '')
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

const introduction = `# Accessibility

The pages aim at WCAG 2.2, level AA. This report is written by the browser tests themselves:

\`\`\`sh
npm run build
npx playwright test --project="with scripts" --reporter ./tests/browser/accessibility-report.ts
\`\`\`

## What is tested

- **axe** (axe-core) reads each page with its rules for WCAG 2.0, 2.1 and 2.2, level A and AA, and its
  best practices: in light and in dark, as it opens, and with messages, wrong fields and dialogs where
  the page has them.
- **320 px**: at the width of a small phone, which is a zoom of 400 % on a screen of 1280 pixels,
  nothing scrolls sideways and no text is cut or leaves its box, in each of the eight languages (1.4.10).
- **Large text**: nothing is lost where the browser is set to letters twice as large (1.4.4).
- **Spacing**: nothing is lost where lines, words and letters stand further apart (1.4.12).
- **Motion**: where the system asks for less motion, nothing moves.
- **Keyboard**: Tab goes through the whole page and out of it again; each stop can be seen and is
  covered by nothing (2.1.1, 2.1.2, 2.4.7, 2.4.11).
- **Controls**: in each of the 35 themes the edge of every field, tick and switch and the ring of the focus stand out 3 to
  1, and placeholders 4.5 to 1 (1.4.3, 1.4.11); links and buttons of a sign-in are hit on 24 pixels (2.5.8).
- Journeys with the keyboard alone, messages that are announced and focus that goes to what is wrong,
  dialogs that keep the focus and give it back, and the sign-in without scripts have tests of their own.

## What is not tested

- Nobody has used the pages with a screen reader to write this report. That names, roles and messages
  are there is tested; how they sound is not.
- axe finds perhaps half of what can be wrong. Whether a text is understood, a test cannot say.
- One browser, Chromium, was used; no phone and no other assistive technology.
- The choices of a drop-down list are drawn by the system and were not looked at, nor what does not fit
  into a field where something long is typed.
- The page \`/docs/api\` is an API viewer made by others, and is not part of this report.
`
