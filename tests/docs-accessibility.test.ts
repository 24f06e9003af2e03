import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { claims } from '#tests/browser/accessibility-claims.ts'
import { allPages, consoleParts, consoleRoutes } from '#tests/browser/all-pages.ts'
import { introduction } from '#tests/browser/report-text.ts'

const report = readFileSync(new URL('../docs/accessibility.md', import.meta.url), 'utf8')
const rows = report.split('\n').filter((line) => line.startsWith('| `'))

describe('the report on accessibility', () => {
  it('begins with what its tests claim now', () => {
    expect(report.startsWith(introduction), 'npm run accessibility-report writes it').toBe(true)
  })

  it.each(claims.flatMap(({ tests }) => tests))(
    'names a test that exists: %s.spec.ts, “%s”',
    (file, title) => {
      const spec = readFileSync(new URL(`browser/${file}.spec.ts`, import.meta.url), 'utf8')
      expect(spec).toContain(title)
    },
  )

  it('is of every page of the console: each belongs to a part that a test visits', () => {
    const others = consoleRoutes().filter(
      (route) => !consoleParts.some((part) => route.match(part)),
    )
    expect(others).toEqual([])
  })

  it.each(allPages())('says what was looked at of %s', (page) => {
    const row = rows.find((line) => line.startsWith(`| \`${page}\` |`))
    expect(row, 'write it again by the command that it names').toBeDefined()
    expect(row).not.toContain('not looked at')
  })
})
