import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '#lib/kernel/singleton.ts'

/** Reports from a page to the server while Next.js renders it. */
export interface PageOutcome {
  /** Seconds until a retry makes sense, when a dependency of the page is unreachable; null otherwise. */
  retryAfterSeconds: number | null
}

const outcomes = () => singleton('page outcome', () => new AsyncLocalStorage<PageOutcome>())

/** Runs `render` so that the page can report to `outcome`. */
export function rendering<T>(outcome: PageOutcome, render: () => T): T {
  return outcomes().run(outcome, render)
}

/** Makes the answer 503. Called by a page that fails because a dependency is unreachable. */
export function reportUnavailable(retryAfterSeconds: number): void {
  const outcome = outcomes().getStore()
  if (outcome) outcome.retryAfterSeconds = retryAfterSeconds
}
