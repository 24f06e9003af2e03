import type { IncomingMessage, ServerResponse } from 'node:http'
import { occursMoreThan } from '#lib/base/text/text.ts'
import { type PageData, withPageData } from '#lib/http/page-data.ts'
import { type PageSettings, pageSettingsOf, readSettings } from '#lib/http/page-settings.ts'
import { pageContentSecurityPolicy } from '#lib/http/security-headers.ts'
import { asUnavailable } from '#lib/http/unavailable.ts'
import type { Runtime } from '#lib/runtime.ts'
import { programFolder } from './build.ts'
import { openCompressedFiles } from './compressed-files.ts'
import { openSharedPages, type SharedPages } from './shared-pages.ts'

/**
 * Our pages and the requests of applications have far fewer parameters. Next's time grows with the square of their
 * number. For the 14,000 parameters that fit into a request line, Next blocks the process for seconds.
 */
const maxParameters = 100

export type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Shared state and functions for rendering pages. */
export interface NextRenderer {
  /** Drops a query that is far too long, because no page would read it. */
  readonly next: NextHandler
  /** Lets Next render a page with this data. */
  render(req: IncomingMessage, res: ServerResponse, data: PageData): Promise<void>
  readonly runtime: Runtime
  readonly development: boolean
  readonly sharedPages: SharedPages
  readonly compressedFile: ReturnType<typeof openCompressedFiles>
  /** The Content-Security-Policy of a page with this nonce. */
  policyOf(nonce: string): string
  /**
   * The settings to show, or the last known ones while the database is unreachable, so that a page can still explain
   * the failure.
   */
  settings(requestId: string): Promise<PageSettings>
}

/** @param development pages are compiled on demand */
export function openNextRenderer(
  next: NextHandler,
  runtime: Runtime,
  development: boolean,
): NextRenderer {
  const { config, store, log } = runtime
  const handle: NextHandler = (req, res) => {
    if (req.url && occursMoreThan(maxParameters, req.url, '&')) req.url = req.url.split('?', 1)[0]
    return next(req, res)
  }
  return {
    next: handle,
    render: (req, res, data) => withPageData(data, () => handle(req, res)),
    runtime,
    development,
    sharedPages: openSharedPages(),
    compressedFile: development ? () => undefined : openCompressedFiles(programFolder),
    policyOf: (nonce) => pageContentSecurityPolicy(nonce, development),
    async settings(requestId) {
      const settings = await readSettings(store).catch((error: unknown) => {
        if (!asUnavailable({ log, requestId }, error)) {
          log.error({ err: error, requestId }, 'failed to read the settings of a page')
        }
        return null
      })
      return pageSettingsOf(settings, config)
    },
  }
}
