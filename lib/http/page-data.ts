import { AsyncLocalStorage } from 'node:async_hooks'
import type { View } from '#lib/answers/view.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Language } from '#lib/i18n/languages.ts'
import type { PageSettings } from './page-settings.ts'
import type { Theme } from './preferences.ts'

/** The data of one request that the start file hands to the page that Next.js renders for it. */
export interface PageData {
  readonly requestId: string
  readonly settings: PageSettings
  /** The page that an endpoint answered with; null for a page with an address of its own. */
  readonly view: View | null
  /** The visitor of a console page; null without a session. */
  readonly visitor: Visitor | null
  readonly language: Language
  /** The side of the neutral theme that the visitor chose; null: as the visitor's system asks. */
  readonly theme: Theme | null
  /** Seconds until a retry makes sense. Set by a page that fails because a dependency is unreachable; else null. */
  retryAfterSeconds: number | null
}

/** One object per process, because Next.js bundles pages separately from the start file. */
const storage = () => singleton('page data', () => new AsyncLocalStorage<PageData>())

/** Runs `render` so that the page of this request, and no other, finds the data. */
export function withPageData<T>(data: PageData, render: () => T): T {
  return storage().run(data, render)
}

/** @returns undefined outside of `withPageData` */
export function findPageData(): PageData | undefined {
  return storage().getStore()
}

/** Makes the answer 503. Called by a page that fails because a dependency is unreachable. */
export function reportUnavailable(retryAfterSeconds: number): void {
  const data = findPageData()
  if (data) data.retryAfterSeconds = retryAfterSeconds
}
