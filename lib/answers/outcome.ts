import type { View } from './view.ts'

/** A cookie to set (`value`) or to clear (`null`). `lib/http/cookies.ts` adds its name and attributes. */
export interface CookieChange {
  /**
   * `known` names the users who have signed in with the browser; `device` is the browser as its users know it;
   * `left` names the provider whose person signed out here; `console` is a sign-in to the console; `handshake-…` is a console sign-in in progress. `language`, `theme`, `typed`, `keys`, `hidden` and `list-…` are what a visitor chose or typed on a page.
   */
  readonly cookie:
    | 'session'
    | 'browser'
    | 'known'
    | 'device'
    | 'left'
    | 'console'
    | 'language'
    | 'theme'
    | 'typed'
    | 'keys'
    | 'hidden'
    | `list-${string}`
    | `handshake-${string}`
  readonly value: string | null
  /** Absent: the cookie lasts until the browser closes. */
  readonly maxAgeSeconds?: number
}

interface Common {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly CookieChange[]
}

/** A response as data. `lib/http/respond.ts` turns it into an answer. */
export type Outcome =
  | (Common & { readonly kind: 'json'; readonly status: number; readonly body: object })
  | (Common & { readonly kind: 'text'; readonly status: number; readonly body: string })
  | (Common & { readonly kind: 'empty'; readonly status: number })
  | (Common & {
      readonly kind: 'file'
      readonly status: number
      readonly contentType: string
      readonly body: Uint8Array<ArrayBuffer>
    })
  | (Common & {
      readonly kind: 'stream'
      readonly status: number
      readonly contentType: string
      /** Sent piece by piece, while the client takes them. When it fails, the answer breaks off. */
      readonly body: AsyncIterable<string | Uint8Array>
    })
  | (Common & { readonly kind: 'redirect'; readonly status: 302 | 303; readonly location: string })
  | (Common & {
      readonly kind: 'form-post'
      readonly action: string
      readonly fields: readonly (readonly [name: string, value: string])[]
      /** Only this page may be framed: silent renewal in an iframe works with `form_post` too. */
      readonly mayBeFramed?: true
      /** Languages that the request asked for, best first; absent: those of the browser. */
      readonly uiLocales?: readonly string[]
    })
  | (Common & { readonly kind: 'page'; readonly status: number; readonly view: View })

/** For answers that must not be stored. */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const
