import type { MessageParameters } from './errors.ts'

/** The client's part of a page, as its show* flags allow. */
export interface ClientView {
  readonly name: string
  readonly logoUrl?: string
  readonly description?: string
  readonly websiteUrl?: string
  /** Registered itself: nobody has checked its name. */
  readonly unverified: boolean
}

/** The way to an application's website. */
export interface ApplicationLink {
  readonly name: string
  readonly websiteUrl: string
}

/** What a form's page says about the last attempt: a catalog key with its values. */
export interface FormError {
  readonly key: string
  readonly parameters?: MessageParameters
}

/** Languages the request asked for by `ui_locales`, best first (empty: the browser's). */
interface PageCommon {
  readonly uiLocales: readonly string[]
}

/** The page to render and all it shows. Pages read nothing else. */
export type View =
  | (PageCommon & {
      readonly page: 'sign-in'
      readonly ceremonyId: string
      readonly client: ClientView
      readonly email: string
      readonly error?: FormError
      readonly canRegister: boolean
      readonly canRecover: boolean
      /** After many failures an account may need a link by mail, which the page offers to anybody whose sign-in failed. */
      readonly mayNeedLink: boolean
    })
  | (PageCommon & {
      readonly page: 'otp'
      readonly ceremonyId: string
      readonly client: ClientView
      /** Whose code is asked for. */
      readonly email: string
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'otp-enrollment'
      readonly ceremonyId: string
      readonly client: ClientView
      /** Whose code is asked for. */
      readonly email: string
      /** Base32, without padding. */
      readonly secret: string
      /** PNG as a data URI. */
      readonly qrCode: string
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'consent'
      readonly ceremonyId: string
      readonly client: ClientView
      readonly email: string
      /** Where the answer goes: a host, or the whole address where it has none. */
      readonly destination: string
      readonly scopes: readonly ScopeView[]
    })
  | (PageCommon & {
      readonly page: 'logout-confirm'
      /** Nobody is signed in to the browser: there is nothing to ask. */
      readonly isSignedOut: boolean
      /** The application that the browser came from; absent when that is not proven, or it has no website. */
      readonly application?: ApplicationLink
      /** Hidden fields of the confirming form, in order. */
      readonly fields: readonly (readonly [name: string, value: string])[]
    })
  | (PageCommon & { readonly page: 'signed-out'; readonly redirectRefused: boolean })
  | (PageCommon & {
      readonly page: 'error'
      /** Catalog keys under `pages.error`: `<reason>.title` and `<reason>.message`. */
      readonly reason: ErrorReason
      readonly parameters?: MessageParameters
      /** Shown on failures of ours, to be quoted to the operator. */
      readonly requestId?: string
      /** Offers the start page as the place to begin anew. */
      readonly startAgain?: boolean
      /** The redirect URI that was refused, for developers to read: nothing leads there. */
      readonly sentRedirectUri?: string
      /** Offers the way back to the application's website. */
      readonly application?: ApplicationLink
    })
  | (PageCommon & { readonly page: 'unauthorized' })
  | (PageCommon & {
      /** A redirect was withheld: names the application and where it wanted to go. */
      readonly page: 'redirect-withheld'
      readonly client: ClientView
      readonly destination: string
      /** Where the offered link leads; absent when nothing may be offered. */
      readonly continueUrl?: string
    })
  | (PageCommon & {
      readonly page: 'register'
      /** The sign-in that the visitor came from; '' for none. */
      readonly ceremonyId: string
      readonly email: string
      /** Absent: the password is chosen under the link of a mail. */
      readonly rule?: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'check-email'
      readonly ceremonyId: string
      readonly email: string
    })
  | (PageCommon & { readonly page: 'registered'; readonly ceremonyId: string })
  | (PageCommon & {
      readonly page: 'activate'
      readonly continuationId: string
      readonly email: string
      /** Who is signed in to this browser and stays so; absent for nobody. */
      readonly signedInAs?: string
      readonly rule: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & {
      /** A mailed link does not work. */
      readonly page: 'link-expired'
      readonly flow: 'activate' | 'reset' | 'sign-in'
      /** `replaced`: by a newer message. `missing`: its code did not come along. */
      readonly reason: 'expired' | 'used' | 'replaced' | 'missing'
      /** When the newer message was sent (RFC 3339). */
      readonly newerAt?: string
    })
  | (PageCommon & {
      /** The link is good, but another one is open in this browser. */
      readonly page: 'link-in-flight'
      readonly flow: 'activate' | 'reset'
      /** Of the new link, as it was sent. */
      readonly code: string
      /** Masked: whom the new link was mailed to. */
      readonly email: string
      /** Where the open link has its form, and whom it was mailed to (masked). */
      readonly open: { readonly flow: 'activate' | 'reset'; readonly email: string }
    })
  | (PageCommon & {
      readonly page: 'forgot-password'
      readonly ceremonyId: string
      readonly email: string
      readonly sent: boolean
      readonly error?: FormError
    })
  | (PageCommon & {
      readonly page: 'reset-password'
      readonly continuationId: string
      /** Whose password it is. */
      readonly email: string
      /** Who else is signed in to this browser and stays so; absent for nobody. */
      readonly signedInAs?: string
      readonly rule: PasswordRuleView
      readonly error?: FormError
    })
  | (PageCommon & { readonly page: 'password-set' })
  | (PageCommon & {
      readonly page: 'sign-in-link'
      readonly ceremonyId: string
      /** `ask`: for an address. `open`: the link was followed and is not spent yet. `done`: it was spent. */
      readonly step: 'ask' | 'sent' | 'open' | 'done'
      readonly email: string
      /** Of the link, at `open`. */
      readonly code: string
      readonly error?: FormError
    })
  | (PageCommon & { readonly page: 'not-found' })

/** What a new password needs, told before anybody types. */
export interface PasswordRuleView {
  readonly minLength: number
  readonly mixed: boolean
  readonly symbol: boolean
  readonly uncommon: boolean
}

/** One requested scope on the consent page. */
export interface ScopeView {
  readonly scope: string
  /** Absent for OpenID Connect scopes, whose texts stand in the catalog. */
  readonly permission?: { readonly resource: string; readonly description: string }
  readonly alreadyGranted: boolean
  readonly administrative: boolean
}

/** Why a page answers instead of the client or the wanted step. */
export type ErrorReason =
  | 'malformed_request'
  | 'parameter_repeated'
  | 'client_id_missing'
  | 'client_not_found'
  | 'client_disabled'
  | 'auth_code_not_enabled'
  | 'redirect_uri_missing'
  | 'redirect_uri_not_absolute'
  | 'redirect_uri_not_registered'
  | 'response_mode_unsupported'
  | 'ceremony_mismatch'
  | 'ceremony_expired'
  | 'state_mismatch'
  | 'request_handle'
  | 'otp_changed'
  | 'rate_limited'
  | 'cross_site'
  | 'form_too_large'
  | 'form_broken'
  | 'sign_in_lost'
  | 'sign_in_refused'
  | 'sign_in_failed'
  | 'unavailable'
  | 'internal'
