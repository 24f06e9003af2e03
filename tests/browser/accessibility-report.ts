import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Finding, findingType } from './finding.ts'
import { reportOf } from './report-text.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Writes `docs/accessibility.md`, which names the command, from the findings of the browser tests. Writes
 * nothing unless every test passed.
 */
export default class AccessibilityReport implements Reporter {
  readonly #findings: Finding[] = []
  readonly #tests = new Set<string>()

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const { type, description } of result.annotations) {
      if (type !== findingType || !description) continue
      this.#findings.push(JSON.parse(description))
      this.#tests.add(test.id)
    }
    if (result.status === 'failed') process.stdout.write(`FAILED ${test.title}\n`)
  }

  onEnd({ status, startTime }: FullResult): void {
    const isWhole = status === 'passed' && this.#findings.length > 0
    if (isWhole) {
      const text = reportOf(this.#findings, this.#tests.size, startTime)
      writeFileSync(`${project}docs/accessibility.md`, text)
    }
    process.stdout.write(isWhole ? 'docs/accessibility.md is written.\n' : 'Nothing is written.\n')
  }

  printsToStdio(): boolean {
    return true
  }
}
