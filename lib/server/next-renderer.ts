import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodePageSettings, readSettings } from '#lib/http/page-settings.ts'
import { pageContentSecurityPolicy } from '#lib/http/security-headers.ts'
import { asUnavailable } from '#lib/http/unavailable.ts'
import { occursMoreThan } from '#lib/kernel/bounded.ts'
import type { Runtime } from '#lib/runtime.ts'
import { programFolder } from './build.ts'
import { openCompressedFiles } from './compressed-files.ts'
import { openSharedPages, type SharedPages } from './shared-pages.ts'

/**
 * No page of ours, and no request of an application, has nearly as many parameters. Next's time grows with the square
 * of their number: for the 14,000 that a request line may hold it needs seconds, in which nobody is answered.
 */
const maxParameters = 100

/** Answers a request through Next. */
export type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** What every page is rendered with. */
export interface NextRenderer {
  /** A query that is far too long is left out: no page would read it. */
  readonly next: NextHandler
  readonly runtime: Runtime
  readonly development: boolean
  readonly sharedPages: SharedPages
  readonly compressedFile: ReturnType<typeof openCompressedFiles>
  /** The policy of a page with this nonce. */
  policyOf(nonce: string): string
  /** The settings to show, or those known last while the database is away: a page still says what is wrong. */
  settingsHeader(requestId: string): Promise<string>
}

/**
 * What every page of this process is rendered with.
 * @param development pages are compiled when they are asked for
 */
export function openNextRenderer(
  next: NextHandler,
  runtime: Runtime,
  development: boolean,
): NextRenderer {
  const { config, store, log } = runtime
  return {
    next(req, res) {
      if (req.url && occursMoreThan(maxParameters, req.url, '&')) {
        req.url = req.url.split('?', 1)[0]
      }
      return next(req, res)
    },
    runtime,
    development,
    sharedPages: openSharedPages(),
    compressedFile: development ? () => undefined : openCompressedFiles(programFolder),
    policyOf: (nonce) => pageContentSecurityPolicy(nonce, development),
    async settingsHeader(requestId) {
      const settings = await readSettings(store).catch((error: unknown) => {
        if (!asUnavailable({ log, requestId }, error)) {
          log.error({ err: error, requestId }, 'the settings of a page could not be read')
        }
        return null
      })
      return encodePageSettings(settings, config)
    },
  }
}
