import type { View } from '#lib/answers/view.ts'
import { type FormFields, fieldList, type TestServer } from './server.ts'
import { baseUrl } from './settings.ts'
import { viewOf } from './views.ts'

/** The last answer of a visit, after all redirects. */
export interface Visit {
  readonly status: number
  /** The address of the last request, inside the server under test. */
  readonly url: URL
  readonly headers: Headers
  /** The view of the answer, when it is one of the server's pages. */
  readonly view: View | null
  /** Address outside the server to which the last answer redirects; null otherwise. */
  readonly location: URL | null
  readonly formPost: { readonly action: string; readonly fields: Record<string, string> } | null
  readonly body: string
}

/** A browser without script: keeps cookies, follows redirects and submits forms. */
export interface Browser {
  /** Cookies by name; tests may change them. */
  readonly cookies: Map<string, string>
  visit(address: string | URL, init?: RequestInit): Promise<Visit>
  /** Submits the form of the last page: its hidden fields, then these. */
  submit(fields?: FormFields): Promise<Visit>
  /** Posts a form to any address of the server, with the headers of a form on its own pages. */
  post(address: string, fields: FormFields, init?: RequestInit): Promise<Visit>
  copy(): Browser
}

/** Target of each page's form. */
const formActions: Partial<Record<View['page'], string>> = {
  'sign-in': '/auth/pwd',
  'provider-account': '/auth/provider-account',
  otp: '/auth/otp',
  'otp-enrollment': '/auth/otp',
  passkey: '/auth/passkey',
  'passkey-offer': '/auth/passkey-offer',
  'choose-account': '/auth/account',
  'recovery-code': '/auth/recovery-code',
  'new-recovery-codes': '/auth/recovery-codes',
  consent: '/auth/consent',
  'device-entry': '/device',
  'device-confirm': '/auth/consent',
  'logout-confirm': '/auth/logout',
  register: '/account/register',
  activate: '/account/activate',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password',
  'sign-in-link': '/sign-in-link',
}

const maxRedirects = 20

/**
 * Opens a browser on the in-process server.
 * @param headers sent with every request, such as `accept-language`
 */
export function browser(
  server: Pick<TestServer, 'fetch'>,
  headers: Readonly<Record<string, string>> = {},
  cookies: ReadonlyMap<string, string> = new Map(),
): Browser {
  const jar = new Map(cookies)
  let current: Visit | undefined
  const ask = async (address: string | URL, init: RequestInit = {}): Promise<Visit> => {
    let url = new URL(address, current?.url ?? baseUrl)
    let request = init
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await server.fetch(url.href, withCookies(request, headers, jar))
      keepCookies(response, jar)
      const target = locationOf(response, url)
      if (target?.origin !== baseUrl) {
        current = await readVisit(response, url, target)
        return current
      }
      url = target
      request = { headers: init.headers ?? {} }
    }
    throw new Error(`More than ${maxRedirects} redirects, the last to ${url.href}.`)
  }
  const post = (address: string, fields: FormFields, init: RequestInit = {}) =>
    ask(address, {
      ...init,
      method: 'POST',
      body: new URLSearchParams(fieldList(fields)),
      headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin', ...asRecord(init.headers) },
    })
  return {
    cookies: jar,
    visit: ask,
    post,
    submit(fields = {}) {
      const view = current?.view
      const action = view && formActions[view.page]
      if (!action) throw new Error(`The page '${view?.page ?? 'none'}' has no form.`)
      return post(action, [...hiddenFields(view), ...fieldList(fields)])
    },
    copy: () => browser(server, headers, jar),
  }
}

/** The hidden fields of a page's form; empty for a page without a form. */
export function hiddenFields(view: View | null): (readonly [string, string])[] {
  if (!view) return []
  if (view.page === 'logout-confirm') return [...view.fields]
  if (view.page === 'sign-in-link' && view.step === 'open') {
    return [
      ['code', view.code],
      ['ceremonyId', view.ceremonyId],
    ]
  }
  if (view.page === 'device-entry') return view.offered === '' ? [] : [['offered', view.offered]]
  const copy: [string, string][] =
    'requestCopy' in view && view.requestCopy ? [['requestCopy', view.requestCopy]] : []
  if ('continuationId' in view) {
    return [['continuationId', view.continuationId], ['ceremonyId', view.ceremonyId], ...copy]
  }
  return 'ceremonyId' in view ? [['ceremonyId', view.ceremonyId], ...copy] : []
}

function withCookies(
  init: RequestInit,
  common: Readonly<Record<string, string>>,
  jar: ReadonlyMap<string, string>,
): RequestInit {
  const headers = new Headers({ ...common, ...asRecord(init.headers) })
  const pairs = [...jar].map(([name, value]) => `${name}=${value}`)
  if (pairs.length > 0) headers.set('cookie', pairs.join('; '))
  return { ...init, headers }
}

function asRecord(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}

function keepCookies(response: Response, jar: Map<string, string>): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))) jar.delete(name)
    else jar.set(name, pair.slice(at + 1).trim())
  }
}

function locationOf(response: Response, url: URL): URL | null {
  const location = response.headers.get('location')
  return location && response.status >= 300 && response.status < 400 ? new URL(location, url) : null
}

async function readVisit(response: Response, url: URL, location: URL | null): Promise<Visit> {
  const { status, headers } = response
  const body = await response.text()
  return {
    status,
    url,
    headers,
    view: viewOf(response),
    location,
    formPost: readFormPost(body),
    body,
  }
}

function readFormPost(body: string): Visit['formPost'] {
  const action = /<form method="post" action="([^"]*)">/.exec(body)?.[1]
  if (action === undefined) return null
  const inputs = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [
    decodeHtml(name),
    decodeHtml(value),
  ])
  return { action: decodeHtml(action), fields: Object.fromEntries(fields) }
}

function decodeHtml(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
