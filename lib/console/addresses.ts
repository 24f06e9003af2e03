import type { Config } from '#lib/config.ts'

/** A part of the console, by what its tokens must open. */
export type Area = 'account' | 'admin'

const home = '/account/profile'

/**
 * The area that a path belongs to; null for the pages beside them, which ask for no sign-in
 * (registration and activation lie under `/account` too, but are answered directly).
 */
export function areaOf(path: string): Area | null {
  if (path === '/account' || path.startsWith('/account/')) return 'account'
  if (path === '/admin' || path.startsWith('/admin/')) return 'admin'
  return null
}

/** A page of the console to go to after a sign-in; anything else becomes the account's first page. */
export function consolePage(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2_000 || !URL.canParse(wanted, 'http://console')) {
    return home
  }
  const { origin, pathname, search } = new URL(wanted, 'http://console')
  return origin === 'http://console' && areaOf(pathname) ? pathname + search : home
}

/** The address that starts a sign-in and then shows a page. */
export function signInAddress(page: string): string {
  return `/console/sign-in?${new URLSearchParams({ to: page })}`
}

/**
 * Where the console reaches the server that it is part of: over loopback, so that it depends on no
 * name, proxy or certificate.
 */
export function internalUrl({ hostname, port }: Config): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[hostname] ?? hostname
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}
