import { responsesFollowedUp } from '#lib/base/concurrency/after-response.ts'
import { type Browser, browser, type Visit } from './browser.ts'
import { auditDetails } from './granted.ts'
import type { TestServer } from './server.ts'

let visitors = 0

/** A browser at a new IP address, so that tests do not use up each other's budgets. */
export function visitor(server: TestServer, headers: Record<string, string> = {}): Browser {
  visitors++
  const address = `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`
  return browser(server, { 'x-test-peer': address, ...headers })
}

/** The message key of the form's last refusal. */
export function errorOf({ view }: Visit): string | undefined {
  return view && 'error' in view ? view.error?.key : undefined
}

/** The details of an event's entries with these values, oldest first, once all follow-up work is done. */
export async function entriesOf(
  server: TestServer,
  event: string,
  about: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>[]> {
  await responsesFollowedUp()
  return auditDetails(server.runtime.database.prisma, event, about)
}
