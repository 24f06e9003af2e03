import type { Guide } from './guide.ts'

/** The values of one client for the texts of a guide. */
export interface GuideValues {
  readonly issuer: string
  readonly clientId: string
  /** The secret, or its stand-in while it is hidden. */
  readonly secret: string
  /** The scopes that the client holds itself, separated by spaces. */
  readonly ownScopes: string
  /** Registered redirect URIs; the first one that fits replaces the address that the guide proposes. */
  readonly redirectUris: readonly string[]
}

/** Addresses without characters that mean something in the languages of the guides. */
const plainAddress = /^[\w:/?&=.~%+@-]+$/

/**
 * Fills in the placeholders. A line that begins with `{{http}}` stays only while the issuer is http, which libraries
 * refuse by default. A line that begins with `{{http-app}}` stays only while the application itself is http.
 */
export function filled(guide: Guide, values: GuideValues): (text: string) => string {
  const origin = originOf(guide, values.issuer)
  const { redirectUri, afterSignOut } = proposedAddresses(guide, values.issuer)
  const { url: redirect } = used(redirectUri, values.redirectUris)
  const known: Readonly<Record<string, string>> = {
    issuer: values.issuer,
    host: URL.canParse(values.issuer) ? new URL(values.issuer).host : '',
    clientId: values.clientId,
    secret: values.secret,
    scopes: values.ownScopes || 'inventory:read',
    origin,
    port: URL.canParse(origin) ? new URL(origin).port : '',
    redirectUri: redirect,
    scheme: redirect.slice(0, Math.max(0, redirect.indexOf(':'))),
    afterSignOut,
  }
  const marks: readonly [mark: string, isKept: boolean][] = [
    ['{{http}}', values.issuer.startsWith('http:')],
    ['{{http-app}}', redirect.startsWith('http:')],
  ]
  return (text) =>
    text
      .split('\n')
      .filter((line) => marks.every(([mark, isKept]) => isKept || !line.startsWith(mark)))
      .map((line) => line.replace(/^\{\{http(-app)?\}\}/, ''))
      .join('\n')
      .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => known[name] ?? whole)
}

/** The addresses that a guide proposes to register; '' where it has none. */
export function proposedAddresses(
  guide: Guide,
  issuer: string,
): { readonly redirectUri: string; readonly afterSignOut: string } {
  const origin = originOf(guide, issuer)
  const at = (address: string | null | undefined) => (address ?? '').replace('{{origin}}', origin)
  return {
    redirectUri: at(guide.addresses?.redirectUri),
    afterSignOut: at(guide.addresses?.afterSignOut),
  }
}

/** The origin of the application on the developer's computer, beside a server that has the same port. */
function originOf({ addresses }: Guide, issuer: string): string {
  const port = addresses?.port
  if (!port) return ''
  const isTaken = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):/.test(`${issuer}`)
  const taken = isTaken ? Number(new URL(issuer).port) : 0
  return `http://localhost:${port === taken ? port + 1 : port}`
}

/** A registered address with the same path as the proposed one, else the proposed one. */
function used(proposed: string, registered: readonly string[]): { readonly url: string } {
  const pathOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).pathname : uri)
  const plain = registered.filter((uri) => plainAddress.test(uri))
  const fitting = plain.find((uri) => pathOf(uri) === pathOf(proposed))
  return { url: fitting ?? proposed }
}
