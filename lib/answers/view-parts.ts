import type { MessageParameters } from './refusal.ts'

// Parts that several pages show.

/** The result of the last attempt, on a form's page: a catalog key and its values. */
export interface FormError {
  readonly key: string
  readonly parameters?: MessageParameters
  /** How often in a row the form was refused for this reason; absent: once. */
  readonly times?: number
}

/** The client as a page shows it, subject to its show* flags. */
export interface ClientView {
  readonly name: string
  /** The client of the console and the account pages, which visitors do not know as an application. */
  readonly isOwn?: true
  readonly logoUrl?: string
  readonly description?: string
  readonly websiteUrl?: string
  /** Registered dynamically: its name is unchecked. */
  readonly unverified: boolean
  /** The host by which it identified itself; absent without a metadata document. */
  readonly host?: string
}

/** The account that a page addresses. */
export interface AccountView {
  /** '' for an account without a name. */
  readonly name: string
  readonly email: string
  /** Names the account's picture; the initials of the names stand in for a missing one. */
  readonly subject: string
  readonly givenName: string
  readonly familyName: string
}

export interface ApplicationLink {
  readonly name: string
  readonly websiteUrl: string
}

/** Another server that people sign in with. */
export interface ProviderView {
  readonly name: string
  readonly alias: string
  /** Decides about its mark. */
  readonly preset: string
}

/** The sign-in page. */
export interface SignInView {
  readonly ceremonyId: string
  /** Sealed copy of the request; the form sends it back, so that it can start again after the sign-in is gone. */
  readonly requestCopy: string
  /** Where the password of the first administrator came from, who has not signed in yet. */
  readonly firstPassword?: 'generated' | 'given'
  /** The sign-in began again by itself, because the former one had expired. */
  readonly startedAgain?: true
  readonly client: ClientView
  readonly email: string
  /** Where the page asks for the address first: what it asks for now. Absent: both at once. */
  readonly asks?: 'email' | 'password'
  /** Of the browser's session, which does not suffice: its owner enters the password again. */
  readonly account?: AccountView
  readonly error?: FormError
  /** The page offers a passkey. */
  readonly passkeys?: true
  /** Other servers to sign in with, in their order; absent: none. */
  readonly providers?: readonly ProviderView[]
  /** The provider of the address's domain, before the password; not among the others. */
  readonly domainProvider?: ProviderView
  /** The last attempt was with the wrong account of this provider, by its alias. */
  readonly otherAccountAt?: string
  readonly canRegister: boolean
  readonly canRecover: boolean
  /**
   * An account may need a mailed link after many failures. The page offers it after every failed sign-in, so that
   * it does not reveal which accounts exist.
   */
  readonly mayNeedLink: boolean
}

/** What a tried sign-in would do. */
type TrialAct =
  | 'signed_in'
  | 'disabled'
  | 'create'
  | 'link'
  | 'ask'
  | 'prove-email'
  | 'email_unproven'
  | 'no_account'
  | 'account_exists'

/** What a provider said in a sign-in that an administrator tried. */
export interface TrialView {
  readonly provider: ProviderView
  /** Path of the page that it was tried from. */
  readonly back: string
  /** Why the provider did not complete it, in words of this program; absent when it did. */
  readonly failure?: string
  /** The result of a sign-in, and the address of its account. */
  readonly act?: { readonly kind: TrialAct; readonly email: string }
  readonly identity?: {
    readonly subject: string
    readonly email: string
    readonly isEmailProven: boolean
    readonly isStrong: boolean
  }
  readonly claims: readonly (readonly [name: string, value: string])[]
}

/** The ways to sign in beside a password that was just set. */
export interface WayInView {
  readonly kind: 'passkey' | 'provider' | 'app'
  /** For the form that removes it. */
  readonly id: number
  /** '' for the app. */
  readonly name: string
  /** RFC 3339; absent where it is not known. */
  readonly addedAt?: string
  readonly isRecent?: true
}

/** A sign-in that is gone and can start again. */
export interface StartAgain {
  /** The sealed copy of its request. */
  readonly requestCopy: string
  readonly email: string
}

/** The end of a sign-in that an administrator tested: what the client, which got no answer, would have received. */
export type TestedSignIn =
  | {
      readonly kind: 'worked'
      readonly account: AccountView
      readonly scopes: readonly string[]
      /** Null where there is no such token. */
      readonly claims: Readonly<Record<'idToken' | 'accessToken' | 'userInfo', object | null>>
    }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }

/** One requested scope on the consent page. */
export interface ScopeView {
  readonly scope: string
  /** Absent for OpenID Connect scopes, whose texts are in the catalog. */
  readonly permission?: { readonly resource: string; readonly description: string }
  readonly alreadyGranted: boolean
  readonly administrative: boolean
}

/** A way on from a page that reports a problem. The page shows the first one as its button. */
export type Way =
  | {
      readonly to:
        | 'continue'
        | 'continue_there'
        | 'try_again'
        | 'reset_password'
        | 'sign_in'
        | 'device'
      /** Path and query, at this server. */
      readonly address: string
    }
  | {
      /** A form that starts the sign-in again, with the same request. */
      readonly to: 'start_over' | 'start_here' | 'try_again_here'
      readonly ceremonyId: string
      /** The sealed copy of the request. */
      readonly requestCopy: string
    }
  | { readonly to: 'application'; readonly application: ApplicationLink }
