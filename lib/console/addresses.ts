import type { Config } from '#lib/config/config.ts'

/** A part of the console, by the access that its tokens need. */
export type Area = 'account' | 'admin'

const firstPages: Readonly<Record<Area, string>> = {
  account: '/account/overview',
  admin: '/admin/dashboard',
}

/** A cookie keeps the page during the sign-in. */
const maxPageLength = 500

/**
 * Returns the area of a path; null for the pages outside both, which need no sign-in. The router answers
 * registration and activation under `/account` directly.
 */
export function areaOf(path: string): Area | null {
  if (path === '/account' || path.startsWith('/account/')) return 'account'
  if (path === '/admin' || path.startsWith('/admin/')) return 'admin'
  return null
}

/**
 * Returns a page of the console to show after a sign-in. A page with an address of over 500 characters, as browsers
 * write it, becomes the first page of its area; any other address becomes the account's first page.
 */
export function consolePage(wanted: string | undefined): string {
  const url = wanted === undefined ? null : URL.parse(wanted, 'http://console')
  const area = url?.origin === 'http://console' ? areaOf(url.pathname) : null
  if (!url || !area) return firstPages.account
  const page = url.pathname + url.search
  return page.length <= maxPageLength ? page : firstPages[area]
}

/** The address that starts a sign-in and then shows a page. */
export function signInAddress(page: string): string {
  return `/console/sign-in?${new URLSearchParams({ to: page })}`
}

/** The page which says that the visitor's roles do not open another page of the administration. */
export const notAllowedPath = '/admin/not-allowed'

/**
 * The address of the page for missing rights. Within the administration, the page appears in the frame and names the
 * requested page; elsewhere it has no frame.
 * @param change the part of the server that the page changes, or `owner`; absent: the page only reads
 */
export function notAllowedAddress(page: string, change?: string): string {
  const path = page.split('?', 1)[0] ?? ''
  if (areaOf(path) !== 'admin') return '/unauthorized'
  return `${notAllowedPath}?${new URLSearchParams({ page: path, ...(change && { change }) })}`
}

/** The address of a sign-in for a signed-in user who has to prove their identity again. */
export function signInAgainAddress(page: string): string {
  return `${signInAddress(page)}&again=1`
}

/**
 * The loopback address at which the console reaches its own server, independent of names, proxies and certificates.
 */
export function internalUrl({ hostname, port }: Config): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[hostname] ?? hostname
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}
