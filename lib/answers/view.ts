import type { DevicePage } from './device-page.ts'
import type { DocumentPage, DocumentSection } from './document.ts'
import type { ErrorReason } from './error-reason.ts'
import type { PasswordRuleView } from './password-rule-view.ts'
import type { MessageParameters } from './refusal.ts'
import type {
  AccountView,
  ApplicationLink,
  ClientView,
  FormError,
  ProviderView,
  ScopeView,
  SignInView,
  StartAgain,
  TestedSignIn,
  TrialView,
  Way,
  WayInView,
} from './view-parts.ts'

export type { ErrorReason } from './error-reason.ts'
export type { PasswordRuleView } from './password-rule-view.ts'
export type {
  AccountView,
  ApplicationLink,
  ClientView,
  FormError,
  ProviderView,
  ScopeView,
  StartAgain,
  Way,
  WayInView,
} from './view-parts.ts'

/** Languages of the request's `ui_locales`, best first (empty: those of the browser). */
interface PageCommon {
  readonly uiLocales: readonly string[]
}

/** A step of the sign-in that addresses its user. */
interface AccountStep extends PageCommon {
  readonly ceremonyId: string
  readonly requestCopy: string
  readonly client: ClientView
  readonly account: AccountView
  readonly error?: FormError
}

/** The page to render and all its data. Pages read nothing else. */
export type View =
  | (PageCommon & {
      /** A page of the console that answers a form: rendered at its own address, with the result of the form. */
      readonly page: 'console'
      /** Path and query. */
      readonly address: string
      /** The visitor as `lib/console` describes it. */
      readonly visitor: object
      /** The form and its result, as the console's forms read it. */
      readonly submitted: object
    })
  | (PageCommon & SignInView & { readonly page: 'sign-in' })
  | (AccountStep & { readonly page: 'choose-account' })
  | (PageCommon & {
      readonly page: 'provider-account'
      readonly ceremonyId: string
      readonly requestCopy: string
      readonly client: ClientView
      readonly provider: ProviderView
      /** `connect`: an account has the address. `email`: the address is not proven. `code`: a code was mailed to it. */
      readonly step: 'connect' | 'email' | 'code'
      readonly email: string
      /** At `connect`: the account's owner may sign in to it; the address may get a new account instead. */
      readonly maySignIn: boolean
      readonly mayStartFresh: boolean
      readonly passkeys?: true
      readonly canRecover: boolean
      readonly error?: FormError
    })
  | (PageCommon & TrialView & { readonly page: 'provider-trial' })
  | (PageCommon & {
      readonly page: 'otp'
      readonly ceremonyId: string
      readonly requestCopy: string
      readonly client: ClientView
      readonly account: AccountView
      /** What the person may use in place of the code. */
      readonly hasPasskey?: true
      readonly hasCodes?: true
      /** The browser may be remembered for so many days. */
      readonly rememberDays?: number
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'passkey'
      readonly ceremonyId: string
      readonly requestCopy: string
      readonly client: ClientView
      readonly account: AccountView
      /** What the person may use in place of the passkey. */
      readonly hasApp: boolean
      readonly hasCodes: boolean
      /** The browser may be remembered for so many days. */
      readonly rememberDays?: number
      readonly error?: FormError
    })
  | (AccountStep & { readonly page: 'passkey-offer' })
  | (AccountStep & { readonly page: 'recovery-code' })
  | (PageCommon & {
      readonly page: 'new-recovery-codes'
      readonly ceremonyId: string
      readonly client: ClientView
      /** None: new ones are offered. */
      readonly codes: readonly string[]
      /** So many of the former ones are left, where new ones are offered. */
      readonly left?: number
    })
  | (PageCommon & {
      readonly page: 'otp-enrollment'
      readonly ceremonyId: string
      readonly requestCopy: string
      readonly client: ClientView
      readonly account: AccountView
      /** A passkey may be made in place of the app. */
      readonly canUsePasskey?: true
      /** Base32, without padding. */
      readonly secret: string
      /** PNG as a data URI. */
      readonly qrCode: string
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'consent'
      readonly ceremonyId: string
      readonly requestCopy: string
      readonly client: ClientView
      readonly account: AccountView
      /** Where the answer is sent: a host, or the whole address of a URI without one. */
      readonly destination: string
      readonly scopes: readonly ScopeView[]
    })
  | (PageCommon & DevicePage)
  | (PageCommon & {
      readonly page: 'logout-confirm'
      /** The browser has no session, so no confirmation is needed. */
      readonly isSignedOut: boolean
      /** The signed-in user; absent for none. */
      readonly account?: AccountView
      /** The application that the browser came from; absent when unproven or without a website. */
      readonly application?: ApplicationLink
      /** Hidden fields of the confirming form, in order. */
      readonly fields: readonly (readonly [name: string, value: string])[]
    })
  | (PageCommon & {
      readonly page: 'signed-out'
      readonly redirectRefused: boolean
      /** The browser is remembered for who signed out, under this number. */
      readonly rememberedAs?: number
      /** The provider that the session began with signs its person out there. */
      readonly provider?: { readonly name: string; readonly url: string }
      /** It was, and is forgotten now. */
      readonly forgotten?: true
      /** The application that a confirmed hint names; absent when it has no website. */
      readonly application?: ApplicationLink
    })
  | (PageCommon & {
      readonly page: 'error'
      /** Catalog keys under `pages.error`: `<reason>.title` and `<reason>.message`. */
      readonly reason: ErrorReason
      readonly parameters?: MessageParameters
      /** Shown for failures of the server, so that users can quote it to the operator. */
      readonly requestId?: string
      /** The client that the request named, for developers; absent when it is unknown. */
      readonly clientIdentifier?: string
      /** The refused redirect URI, for developers to read. The page does not link to it. */
      readonly sentRedirectUri?: string
      /** Ways on, best first; absent: the account pages. */
      readonly ways?: readonly Way[]
    })
  | (PageCommon & { readonly page: 'unauthorized' })
  | (PageCommon & {
      /** An interstitial in place of a redirect: it names the application and the destination. */
      readonly page: 'redirect-withheld'
      readonly client: ClientView
      /** `declined`: by the user. `changed`: the client was disabled, or its redirect URI removed. */
      readonly reason: 'refused' | 'declined' | 'changed'
      readonly destination: string
      /** Target of the offered link; absent when no link may be offered. */
      readonly continueUrl?: string
    })
  | (PageCommon & {
      readonly page: 'tested'
      readonly client: ClientView
      readonly result: TestedSignIn
    })
  | (PageCommon & {
      readonly page: 'register'
      /** The name of a field that people do not see; absent: there is none. */
      readonly trapField?: string
      /** The sign-in that the visitor came from; '' for none. */
      readonly ceremonyId: string
      /** Sealed copy of the request of that sign-in; absent without one. */
      readonly requestCopy?: string
      readonly email: string
      /** The application that the visitor came from; absent without one. */
      readonly client?: ClientView
      /** Absent: the user chooses the password after following a mailed link. */
      readonly rule?: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'check-email'
      readonly ceremonyId: string
      readonly email: string
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'registered'
      readonly ceremonyId: string
      readonly client?: ClientView
      /** Of a sign-in that is gone and can start again. */
      readonly again?: StartAgain
      /** Of a sign-in that this browser cannot continue. */
      readonly application?: ApplicationLink
    })
  | (PageCommon & {
      readonly page: 'activate'
      readonly continuationId: string
      /** The sign-in that the flow began in, in any browser; '' for none. */
      readonly ceremonyId: string
      /** Sealed copy of the request of that sign-in; absent without one. */
      readonly requestCopy?: string
      readonly email: string
      /** The user who is signed in to this browser and stays so; absent without a session. */
      readonly signedInAs?: string
      readonly rule: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & {
      /** A mailed link does not work. */
      readonly page: 'link-expired'
      readonly flow: 'activate' | 'reset' | 'sign-in'
      /** The sign-in that the flow began in, in any browser; '' for none. */
      readonly ceremonyId: string
      /** `replaced`: by a newer message. `missing`: the request had no code. */
      readonly reason: 'expired' | 'used' | 'replaced' | 'missing'
      /** When the newer message was sent (RFC 3339). */
      readonly newerAt?: string
    })
  | (PageCommon & {
      /** The link is valid, but another link is open in this browser. */
      readonly page: 'link-in-flight'
      readonly flow: 'activate' | 'reset'
      /** Of the new link, as sent. */
      readonly code: string
      /** The sign-in that the new link's flow began in, in any browser; '' for none. */
      readonly ceremonyId: string
      /** Recipient of the new link, masked. */
      readonly email: string
      /** The flow of the open link's form and the recipient of that link (masked). */
      readonly open: { readonly flow: 'activate' | 'reset'; readonly email: string }
    })
  | (PageCommon & {
      readonly page: 'forgot-password'
      readonly ceremonyId: string
      /** Sealed copy of the request of that sign-in; absent without one. */
      readonly requestCopy?: string
      readonly email: string
      readonly sent: boolean
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'reset-password'
      readonly continuationId: string
      /** The sign-in that the flow began in, in any browser; '' for none. */
      readonly ceremonyId: string
      /** Sealed copy of the request of that sign-in; absent without one. */
      readonly requestCopy?: string
      /** Of the user whose password is reset. */
      readonly account: AccountView
      /** Nothing signs the account in so far: its first password finishes the set-up. */
      readonly isNew?: true
      /** Another user who is signed in to this browser and stays so; absent without one. */
      readonly signedInAs?: string
      readonly rule: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'password-set'
      /** The sign-in that the visitor came from; '' for none. */
      readonly ceremonyId: string
      /** What else signs the account in; absent: nothing. */
      readonly ways?: readonly WayInView[]
      /** Permits this page to remove ways; absent: a sign-in comes first. */
      readonly removal?: string
      readonly error?: FormError
      readonly client?: ClientView
      /** Of a sign-in that is gone and can start again. */
      readonly again?: StartAgain
      /** Of a sign-in that this browser cannot continue. */
      readonly application?: ApplicationLink
    })
  | (PageCommon & {
      readonly page: 'sign-in-link'
      readonly ceremonyId: string
      /** At `done`: of a sign-in that this browser cannot continue. */
      readonly application?: ApplicationLink
      /** `ask`: for an address. `open`: the link was followed but not consumed. `done`: it was consumed. */
      readonly step: 'ask' | 'sent' | 'open' | 'done'
      readonly email: string
      /** Of the link, at `open`. */
      readonly code: string
      readonly error?: FormError
    })
  | (PageCommon & { readonly page: 'not-found' })
  | (PageCommon & {
      readonly page: 'document'
      /** Path of the page. */
      readonly address: string
      /** The menu. */
      readonly sections: readonly DocumentSection[]
      /** Null for a path without a document. */
      readonly document: DocumentPage | null
    })
