import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { View } from '#lib/answers/view.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import type { PageSettings } from '#lib/http/page-settings.ts'
import type { Theme } from '#lib/http/preferences.ts'
import type { Language } from '#lib/i18n/languages.ts'

/** All inputs of a view's page. */
export interface PageSource {
  readonly view: View
  readonly settings: PageSettings
  readonly language: Language
  /** The side of the neutral theme that the visitor chose; null: as the visitor's system asks. */
  readonly theme: Theme | null
  /** Of the page's policy: fresh for every answer. */
  readonly nonce: string
}

/** Sends pages that are the same for every visitor without rendering them each time. */
export interface SharedPages {
  /**
   * Sends the page of a source.
   * @param view the page's view: two such pages differ only in the sign-in's id, the copy of its request, the typed
   *   address and the nonce
   * @param render lets Next answer with the given source
   */
  send(
    source: PageSource,
    view: SharedView,
    res: ServerResponse,
    render: (source: PageSource) => Promise<void>,
  ): Promise<void>
}

interface Page {
  /** Headers that Next set. */
  readonly headers: readonly (readonly [string, string])[]
  readonly html: string
}

/** Enough for about ten clients in eight languages; a page has about 30 KB. */
const maxPages = 100
const maxPage = 128 * 1024

type SharedView = Extract<View, { page: 'sign-in' }>

/** Addresses with the same text in HTML, in JSON and in a script. */
const plainEmail = /^[\w.+@-]*$/

/**
 * True for a page whose only personal content is replaceable: the sign-in page before any input, and the sign-in page
 * that asks visitors to retry because the server is busy. They are the most requested pages, the latter under the
 * highest load. Rendering one costs as much as half a password check.
 */
export function isSharedView(view: View): view is SharedView {
  if (view.page !== 'sign-in' || view.ceremonyId === '' || view.account) return false
  if (view.error) return view.error.key === 'handler.login.busy' && plainEmail.test(view.email)
  return view.email === ''
}

/**
 * A page is a function of its source. It is rendered once with placeholders for the parts that differ between answers,
 * and the placeholders are replaced on sending. Placeholders are never sent, so client input cannot contain them.
 */
export function openSharedPages(): SharedPages {
  const standIn = {
    nonce: randomToken(16),
    ceremonyId: randomUuid(),
    requestCopy: randomToken(17),
    email: randomToken(16),
  }
  const pages = new LRUCache<string, Page>({ max: maxPages })
  /**
   * Pages being rendered. Other requests for the same page wait, because many arrive at once under the highest load.
   */
  const underWay = new Map<string, Promise<Page | null>>()

  return {
    async send(source, view, res, render) {
      const { ceremonyId, requestCopy, email } = view
      const shown = {
        ...view,
        ceremonyId: standIn.ceremonyId,
        requestCopy: standIn.requestCopy,
        email: email === '' ? '' : standIn.email,
      }
      const common = { ...source, nonce: standIn.nonce, view: shown }
      const particular = (text: string) =>
        text
          .replaceAll(standIn.nonce, source.nonce)
          .replaceAll(standIn.ceremonyId, ceremonyId)
          .replaceAll(standIn.requestCopy, requestCopy)
          .replaceAll(standIn.email, email)
      const key = JSON.stringify(common)
      const known = pages.get(key) ?? (await underWay.get(key))
      if (known) return sendPage(res, known, particular)
      const rendering = Promise.withResolvers<Page | null>()
      underWay.set(key, rendering.promise)
      takeInstead(res, (page) => {
        const isKept = res.statusCode === 200 && page.html.length <= maxPage
        if (isKept) pages.set(key, page)
        rendering.resolve(isKept ? page : null)
        sendPage(res, page, particular)
      })
      res.once('close', () => rendering.resolve(null))
      try {
        await render(common)
      } finally {
        rendering.resolve(pages.get(key) ?? null)
        underWay.delete(key)
      }
    },
  }
}

function sendPage(res: ServerResponse, { headers, html }: Page, particular: (t: string) => string) {
  const body = particular(html)
  for (const [name, value] of headers) res.setHeader(name, particular(value))
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(body)
}

/** Collects the response in memory; `done` receives it instead of the browser. */
function takeInstead(res: ServerResponse, done: (page: Page) => void): void {
  const { write, end, flushHeaders } = res
  const before = res.getHeaders()
  const chunks: Buffer[] = []
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  res.flushHeaders = () => {}
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    take(chunk)
    const written = rest.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }) as typeof write
  res.end = ((chunk: unknown) => {
    take(chunk)
    Object.assign(res, { write, end, flushHeaders })
    // Cookies are the visitor's own; other headers may have several values too, such as `Link`.
    const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
      value === before[name] || name === 'set-cookie'
        ? []
        : [[name, [value].flat().join(', ')] as const],
    )
    done({ headers, html: Buffer.concat(chunks).toString() })
    return res
  }) as typeof end
}
