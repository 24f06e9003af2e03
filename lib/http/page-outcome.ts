import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '#lib/kernel/singleton.ts'

/** What the server learns of a page while Next.js renders it. */
export interface PageOutcome {
  /** Seconds after which another try makes sense, when something that the page needs is away; null otherwise. */
  retryAfterSeconds: number | null
}

const outcomes = () => singleton('page outcome', () => new AsyncLocalStorage<PageOutcome>())

/** Renders a page that may report on itself. */
export function rendering<T>(outcome: PageOutcome, render: () => T): T {
  return outcomes().run(outcome, render)
}

/** Reports, from a page that fails for it, that something it needs is away: the answer is 503 then. */
export function reportUnavailable(retryAfterSeconds: number): void {
  const outcome = outcomes().getStore()
  if (outcome) outcome.retryAfterSeconds = retryAfterSeconds
}
