import type { ServerResponse } from 'node:http'
import { setBounded } from '#lib/kernel/bounded.ts'
import { randomToken, randomUuid } from '#lib/kernel/random.ts'
import type { View } from '#lib/kernel/view.ts'

/** Everything a view's page is made of. */
export interface PageSource {
  /** Path and query that the browser shows. */
  readonly url: string
  /** The view as JSON. */
  readonly view: string
  /** The settings that pages show, as they are handed over. */
  readonly settings: string
  /** The language of a browser that a catalog exists for. */
  readonly language: string
  /** Of the page's policy: fresh for every answer. */
  readonly nonce: string
}

/** Sends pages that everybody sees alike without rendering them anew. */
export interface SharedPages {
  /**
   * Sends the page of a source.
   * @param view what is shown: the sign-in that it is for, the address that was typed and the nonce are all in which
   *   two such pages differ
   * @param render has Next answer, with the source that is given to it
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

/** Some ten clients in eight languages; a page has some 30 KB. */
const maxPages = 100
const maxPage = 128 * 1024

type SharedView = Extract<View, { page: 'sign-in' }>

/** Addresses that are written alike in HTML, in JSON and in a script. */
const plainEmail = /^[\w.+@-]*$/

/**
 * True for a page that shows nothing of a person but what can be put in its place: the sign-in page before anybody has
 * typed anything, and as it is shown to those who have to try again. They are the pages that are asked for most, the
 * latter when there is least time, and rendering one costs as much as half a password check.
 */
export function isSharedView(view: View): view is SharedView {
  if (view.page !== 'sign-in' || view.ceremonyId === '') return false
  if (view.error) return view.error.key === 'handler.login.busy' && plainEmail.test(view.email)
  return view.email === ''
}

/**
 * Pages are functions of their source. They are rendered with stand-ins for what differs from answer
 * to answer, and these are replaced when they are sent. Nobody outside ever sees the stand-ins, so
 * nothing that a client sends can contain them.
 */
export function openSharedPages(): SharedPages {
  const standIn = { nonce: randomToken(16), ceremonyId: randomUuid(), email: randomToken(16) }
  const pages = new Map<string, Page>()
  /** Pages that are being rendered: whoever asks meanwhile waits, since many ask at once when there is least time. */
  const underWay = new Map<string, Promise<Page | null>>()

  return {
    async send(source, view, res, render) {
      const { ceremonyId, email } = view
      const shown = email === '' ? view : { ...view, email: standIn.email }
      const common = {
        ...source,
        nonce: standIn.nonce,
        url: source.url.replaceAll(ceremonyId, standIn.ceremonyId),
        view: JSON.stringify(shown).replaceAll(ceremonyId, standIn.ceremonyId),
      }
      const particular = (text: string) =>
        text
          .replaceAll(standIn.nonce, source.nonce)
          .replaceAll(standIn.ceremonyId, ceremonyId)
          .replaceAll(standIn.email, email)
      const key = JSON.stringify(Object.values(common))
      const known = pages.get(key) ?? (await underWay.get(key))
      if (known) return sendPage(res, known, particular)
      const rendering = Promise.withResolvers<Page | null>()
      underWay.set(key, rendering.promise)
      takeInstead(res, (page) => {
        const isKept = res.statusCode === 200 && page.html.length <= maxPage
        if (isKept) setBounded(pages, maxPages, key, page)
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

/** Gathers what is written to a response; `done` gets it in place of the browser. */
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
    const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
      value === before[name] || Array.isArray(value) ? [] : [[name, String(value)] as const],
    )
    done({ headers, html: Buffer.concat(chunks).toString() })
    return res
  }) as typeof end
}
