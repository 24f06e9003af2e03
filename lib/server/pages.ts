import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { areaOf } from '#lib/console/addresses.ts'
import { admit } from '#lib/console/guard.ts'
import { contextFor } from '#lib/http/context.ts'
import { readCookies } from '#lib/http/cookies.ts'
import {
  pageSettingsHeader,
  viewDataHeader,
  viewHeader,
  visitorHeader,
} from '#lib/http/page-headers.ts'
import { pageSettingsOf } from '#lib/http/page-settings.ts'
import { respond } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { pageContentSecurityPolicy } from '#lib/http/security-headers.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'
import type { View } from '#lib/kernel/outcome.ts'
import { randomToken } from '#lib/kernel/random.ts'
import type { Runtime } from '#lib/runtime.ts'
import { programFolder } from './build.ts'
import { copyHead } from './convert.ts'
import { explainFailedPage } from './failed-page.ts'
import { isSharedView, openSharedPages, type PageSource } from './shared-pages.ts'

/** Answers a request through Next. */
export type NextHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Renders pages through Next. */
export interface Pages {
  /** A page, an asset or an API path that Next routes by itself. */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>
  /** The page that an endpoint answered with, under the address and the status of that answer. */
  serveView(req: IncomingMessage, res: ServerResponse, answer: Response): Promise<void>
}

/** The most bytes a form of the console may have; Next's own limit (next.config.mjs). */
const maxFormBytes = 4 * 1024 * 1024
/** Headers with which a client could ask for something else than a whole page. */
const framework = /^(rsc$|next-|x-nextjs-|x-middleware-)/
/** What of an endpoint's answer the page's own headers replace. */
const replaced = new Set(['content-length', 'content-type', 'content-security-policy'])

/**
 * The way to Next. Pages get a policy with a fresh nonce, which Next reads from the request's own
 * header, and the look of the installation (its name and theme).
 */
export function openPages(next: NextHandler, runtime: Runtime, development: boolean): Pages {
  const { config, store, log } = runtime
  const sharedPages = openSharedPages()
  const policyOf = (nonce: string) => pageContentSecurityPolicy(nonce, development)

  /** The settings to show; without the database a page still says what is wrong. */
  async function settingsHeader(requestId: string): Promise<string> {
    const settings = await store.settings.find().catch((error: unknown) => {
      log.error({ err: error, requestId }, 'the settings of a page could not be read')
      return null
    })
    return encoded(JSON.stringify(pageSettingsOf(settings, config)))
  }

  async function prepare(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const policy = policyOf(randomToken(16))
    req.headers['content-security-policy'] = policy
    req.headers[pageSettingsHeader] = await settingsHeader(String(res.getHeader('X-Request-Id')))
    res.setHeader('Content-Security-Policy', policy)
  }

  /**
   * Lets a request through to a page of the console, with what the page must know of its visitor.
   * @returns false when it was answered here
   */
  async function enterConsole(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const headers = webHeaders(req)
    if (req.method === 'POST') {
      const reason = refusalOf(headers, config)
      if (reason) {
        const status = reason === 'cross_site' ? 403 : 413
        const view = { page: 'error', reason, uiLocales: [] } as const
        await pages.serveView(req, res, respond({ kind: 'page', status, view }, config))
        return false
      }
      // Next compares the origin with the host: what was decided above holds behind a proxy too.
      const { origin } = req.headers
      if (origin) req.headers['x-forwarded-host'] = new URL(origin).host
    }
    const ctx = await contextFor({ headers }, String(res.getHeader('X-Request-Id')))
    const admission = await admit(ctx, req.url ?? '/', readCookies(headers, config).console)
    if (admission?.kind === 'admitted') {
      req.headers[visitorHeader] = encoded(JSON.stringify(admission.visitor))
      return true
    }
    // An action says itself that the session has ended, so that nothing typed is lost.
    if (!admission || req.headers['next-action']) return true
    const byScript = req.headers.rsc !== undefined
    res.statusCode = byScript ? 401 : 303
    res.setHeader('Cache-Control', 'no-store')
    // Next's router loads a page whole when it gets no page in its own format.
    if (!byScript) res.setHeader('Location', admission.location)
    res.end()
    return false
  }

  const pages: Pages = {
    async serve(req, res, path) {
      if (path.startsWith('/api/v1/') || isFile(path, development)) return next(req, res)
      const isConsole = areaOf(path) !== null
      // Elsewhere there are no server actions; who asks for one would only fill the log.
      if (!isConsole) delete req.headers['next-action']
      if (isConsole && !(await enterConsole(req, res))) return
      await prepare(req, res)
      res.setHeader('Cache-Control', 'no-store')
      explainFailedPage(req, res, String(res.getHeader('X-Request-Id')))
      return next(req, res)
    },

    async serveView(req, res, answer) {
      for (const name of Object.keys(req.headers)) {
        if (framework.test(name)) delete req.headers[name]
      }
      // A page is rendered for GET, and the body has been read already.
      if (req.method !== 'HEAD') req.method = 'GET'
      for (const name of ['content-length', 'content-type', 'transfer-encoding']) {
        delete req.headers[name]
      }
      const view = answer.headers.get(viewDataHeader) ?? ''
      const source: PageSource = {
        url: req.url ?? '/',
        view: Buffer.from(view, 'base64url').toString(),
        settings: await settingsHeader(String(res.getHeader('X-Request-Id'))),
        language: chooseLanguage([], (req.headers['accept-language'] ?? '').slice(0, 256)),
        nonce: randomToken(16),
      }
      res.setHeader('Content-Security-Policy', policyOf(source.nonce))
      copyHead(answer, res, replaced)
      // Next decides anew; the endpoint's status is put back when it has nothing to say against it.
      res.statusCode = 200
      holdStatus(res, answer.status)
      const render = ({ url, view, settings, language, nonce }: PageSource) => {
        req.url = url
        req.headers['content-security-policy'] = policyOf(nonce)
        req.headers['accept-language'] = language
        req.headers[pageSettingsHeader] = settings
        req.headers[viewHeader] = answer.headers.get(viewHeader) ?? ''
        req.headers[viewDataHeader] = encoded(view)
        explainFailedPage(req, res, String(res.getHeader('X-Request-Id')))
        return next(req, res)
      }
      const shown: View = JSON.parse(source.view)
      if (development || req.method !== 'GET' || !isSharedView(shown)) return render(source)
      return sharedPages.send(source, shown.ceremonyId, res, render)
    },
  }
  return pages
}

/** Why a form for the console is not read; null when it may be. */
function refusalOf(headers: Headers, config: Runtime['config']) {
  if (!isSameOrigin({ headers }, config)) return 'cross_site'
  // Next would fail on it; a file that is too large is no failure of ours.
  return Number(headers.get('content-length')) > maxFormBytes ? 'form_too_large' : null
}

function webHeaders(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

/** Files of `public/`, and the icon that Next gives an address of its own. */
const publicFiles = new Set(
  [...readdirSync(join(programFolder, 'public')), 'icon.svg'].map((name) => `/${name}`),
)

/** Built assets and public files: they keep the caching that Next gives them. */
function isFile(path: string, development: boolean): boolean {
  return path.startsWith(development ? '/_next/' : '/_next/static/') || publicFiles.has(path)
}

/** Keeps the endpoint's status where Next would say 200; a failure of the page itself is told. */
function holdStatus(res: ServerResponse, status: number): void {
  const writeHead = res.writeHead
  res.writeHead = ((code: number, ...rest: []) =>
    writeHead.call(res, code === 200 ? status : code, ...rest)) as typeof writeHead
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}
