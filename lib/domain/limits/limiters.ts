import type { Context } from '#lib/context.ts'

/** The kind of key that a limiter counts; `ip|email` joins both as `address|email`. */
export type KeyKind =
  | 'ip'
  | 'email'
  | 'ip|email'
  | 'userId'
  | 'loggedInUser'
  | 'browser'
  | 'provider'
  | 'all'

export interface Limiter {
  readonly key: KeyKind
  /** Points per window of seconds, or the setting that defines them. A key must be within all budgets. */
  readonly budgets: readonly (
    | readonly [points: number, windowSeconds: number]
    | keyof Context['config']['signInLimits']
  )[]
  /** Applies even when `RATE_LIMITER_ENABLED` is false. */
  readonly alwaysOn?: true
}

const minute = 60
const hour = 60 * minute

/**
 * All limiters. For an IPv6 client the /64 gets the budget, the /56 twice and the /48 three times as much. Many users
 * may share a wide network, but its owner must not multiply the budget by its subnets.
 */
export const limiters = {
  /** Wrong passwords from browsers that have not signed in as this user before. */
  pwd_ip: { key: 'ip', budgets: ['address'] },
  pwd_account_net: { key: 'ip|email', budgets: ['accountAddress'] },
  pwd_account: { key: 'email', budgets: ['account'] },
  /** Wrong passwords from a browser that has signed in as this user before. */
  pwd_known: { key: 'browser', budgets: ['knownBrowser'] },
  ropc_ip: { key: 'ip', budgets: ['address'] },
  otp: { key: 'userId', budgets: ['code'] },
  /** Wrong codes from a browser that has signed in with this second factor before. */
  otp_known: { key: 'browser', budgets: ['code'] },
  passkey_options_ip: { key: 'ip', budgets: [[120, minute]] },
  passkey_ip: { key: 'ip', budgets: [[60, minute]] },
  provider_start_ip: { key: 'ip', budgets: [[60, minute]] },
  provider_callback_ip: { key: 'ip', budgets: [[60, minute]] },
  /** Sign-ins that are finished at one provider, of all visitors together. */
  provider_calls: { key: 'provider', budgets: [[600, minute]], alwaysOn: true },
  /** Codes that prove an address which a provider named. */
  email_code_ip: { key: 'ip', budgets: [[20, 5 * minute]], alwaysOn: true },
  email_code_email: {
    key: 'email',
    budgets: [
      [1, minute],
      [5, hour],
      [15, 24 * hour],
    ],
    alwaysOn: true,
  },
  email_code_guess: { key: 'email', budgets: [[20, hour]], alwaysOn: true },
  /** Wrong recovery codes. They have a budget apart from codes of the app, so that neither uses up the other. */
  recovery_code: {
    key: 'userId',
    budgets: [
      [5, 15 * minute],
      [20, 24 * hour],
    ],
  },
  register: { key: 'ip', budgets: [[20, 5 * minute]] },
  register_email: { key: 'email', budgets: [[5, 5 * minute]] },
  activate: { key: 'ip', budgets: [[30, 5 * minute]] },
  /** Mailed codes that were typed for an address: a code has 17 million values, and is valid for half an hour. */
  activate_email: { key: 'email', budgets: [[5, 5 * minute]], alwaysOn: true },
  forgot_pwd_ip: { key: 'ip', budgets: [[20, 5 * minute]] },
  forgot_pwd_email: { key: 'email', budgets: [[5, 5 * minute]] },
  reset_pwd: { key: 'ip', budgets: [[30, 5 * minute]] },
  dcr: { key: 'ip', budgets: [[10, minute]] },
  /** Authorization requests that are pushed in the name of public clients. */
  par_ip: { key: 'ip', budgets: [[60, minute]] },
  /** Devices that ask for codes in the name of public clients. */
  device_ip: { key: 'ip', budgets: [[30, minute]] },
  /** Wrong codes of devices: of 25 billion, some are valid for ten minutes. */
  device_code_entry_ip: { key: 'ip', budgets: [[10, 10 * minute]], alwaysOn: true },
  device_code_entry_user: { key: 'userId', budgets: [[20, hour]], alwaysOn: true },
  /** Metadata documents that the server reads for the first time because of a visitor. */
  cimd_ip: { key: 'ip', budgets: [[10, minute]], alwaysOn: true },
  /** The same for all hosts together that are not trusted: each document may become a stored client. */
  cimd_new_all: { key: 'all', budgets: [[60, hour]], alwaysOn: true },
  /** Password, email and two-factor changes of the Account API share one budget for failures. */
  account_credentials: { key: 'loggedInUser', budgets: [[5, 15 * minute]], alwaysOn: true },
  email_verification: { key: 'loggedInUser', budgets: [[5, 15 * minute]], alwaysOn: true },
  email_verification_send: {
    key: 'loggedInUser',
    budgets: [
      [1, minute],
      [5, hour],
    ],
    alwaysOn: true,
  },
  /** Notices of changes to an unverified address. */
  notice_account: { key: 'userId', budgets: [[5, hour]], alwaysOn: true },
  notice_email: { key: 'email', budgets: [[5, hour]], alwaysOn: true },
  /** Messages about sign-ins with a new browser. */
  new_sign_in_hour: { key: 'userId', budgets: [[1, hour]], alwaysOn: true },
  new_sign_in_day: { key: 'userId', budgets: [[5, 24 * hour]], alwaysOn: true },
  /** Audit entries of sign-ins that another browser visited: a visitor may begin any number of sign-ins. */
  ceremony_mismatch_ip: { key: 'ip', budgets: [[30, hour]], alwaysOn: true },
  /** Audit entries of approvals whose session had ended: an account may open any number of consent pages. */
  session_lost_account: { key: 'userId', budgets: [[30, hour]], alwaysOn: true },
} as const satisfies Record<string, Limiter>

export type LimiterName = keyof typeof limiters

export const limiterNames = Object.keys(limiters) as LimiterName[]
