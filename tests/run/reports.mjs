import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the tests in Vitest's JSON report. A file that cannot be loaded counts as one failed test.
 * @param {string} file
 * @returns {Counts | null} null when there is no report
 */
export function readVitestReport(file) {
  const report = readReport(file)
  if (!report) return null
  const unloaded = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ found) =>
      found.status === 'failed' &&
      !found.assertionResults.some(({ status }) => status === 'failed'),
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * Counts the tests in Playwright's JSON report. Errors outside tests count as failed tests.
 * @param {string} file
 * @returns {Counts | null} null when there is no report
 */
export function readPlaywrightReport(file) {
  const report = readReport(file)
  if (!report) return null
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
