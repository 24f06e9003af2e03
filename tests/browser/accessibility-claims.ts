/** What the report on accessibility claims, and the tests that prove it. */
interface Claim {
  readonly text: string
  /** A file of `tests/browser`, and the beginning or a part of a title in it. */
  readonly tests: readonly (readonly [file: string, title: string])[]
}

const eachPage = [
  ['accessibility', 'nobody is left out by '],
  ['console-accessibility', 'nobody is left out by the pages of '],
] as const

export const claims: readonly Claim[] = [
  {
    text: '**axe** (axe-core) reads each page with its rules for WCAG 2.0, 2.1 and 2.2, level A and AA, and its best practices: in light and in dark, as it opens, and with messages, wrong fields and dialogs where the page has them.',
    tests: eachPage,
  },
  {
    text: '**320 px**: at the width of a small phone, which is a zoom of 400 % on a screen of 1280 pixels, nothing scrolls sideways and no text is cut or leaves its box: in English, German, Japanese and Arabic (1.4.10). No other language has longer words.',
    tests: [...eachPage, ['languages', 'is cut on a phone, whatever the language']],
  },
  {
    text: '**Large text**: nothing is lost where the browser is set to letters twice as large (1.4.4).',
    tests: eachPage,
  },
  {
    text: '**Spacing**: nothing is lost where lines, words and letters stand further apart (1.4.12).',
    tests: eachPage,
  },
  {
    text: '**Motion**: where the system asks for less motion, nothing moves.',
    tests: eachPage,
  },
  {
    text: '**Keyboard**: Tab goes through the whole page and out of it again; each stop can be seen and is covered by nothing (2.1.1, 2.1.2, 2.4.7, 2.4.11). The keyboard alone signs in.',
    tests: [...eachPage, ['sign-in', 'the keyboard alone is enough']],
  },
  {
    text: '**Controls**: in each of the 35 themes the edge of every field, tick and switch and the ring of the focus stand out 3 to 1, and placeholders 4.5 to 1 (1.4.3, 1.4.11).',
    tests: [['accessibility', 'for what is typed into, ticked and switched, and for the focus']],
  },
  {
    text: '**Targets**: links and buttons of a sign-in are hit on 24 pixels, and on a phone with a finger (2.5.8).',
    tests: [
      ['touch', 'on a phone the sign-in is hit with a finger'],
      ['accessibility', 'nobody is left out by '],
    ],
  },
  {
    text: '**Messages** are announced, and the focus goes to what is wrong (3.3.1, 4.1.3).',
    tests: [
      ['accessibility', 'what is typed wrong is told to screen readers when it happens'],
      ['refused-title', 'the title says that something was refused'],
    ],
  },
  {
    text: '**Dialogs** keep the focus and give it back (2.4.3).',
    tests: [['account-security', 'dialogs keep the focus, close with Escape and give it back']],
  },
  {
    text: '**Colours of the system** and more contrast are followed (1.4.11).',
    tests: [
      ['accessibility', 'with the colours of the system the menu says which page is open'],
      ['forced-colors', 'sign-ins and refusals can be told apart in the colours of the system'],
      ['accessibility', 'whoever asks for more contrast gets darker words and lines'],
    ],
  },
  {
    text: '**Without scripts** a person signs in; every test whose title does not say otherwise runs in both kinds of browser.',
    tests: [['sign-in', 'the keyboard alone is enough']],
  },
]

/** The claims as the report lists them, each with its tests. */
export function claimsText(): string {
  return claims
    .map(({ text, tests }) => {
      const named = tests.map(([file, title]) => `*${title.trim()}* (\`${file}.spec.ts\`)`)
      return `- ${text} Tests: ${named.join(', ')}.`
    })
    .join('\n')
}
