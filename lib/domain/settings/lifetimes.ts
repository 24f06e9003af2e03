/** The lifetimes of a new installation, in seconds: the defaults of the columns of `settings`. */
export const defaultLifetimes = {
  token: 300,
  offlineIdle: 2_592_000,
  offlineMax: 31_536_000,
  sessionIdle: 7_200,
  sessionMax: 86_400,
} as const

/** Upper bound for configurable lifetimes and idle times, in seconds: about five years. */
export const maxLifetimeSeconds = 160_000_000

/**
 * Upper bound for the lifetime of access tokens that clients which register themselves begin with, in seconds: what
 * strangers hold cannot be taken back from APIs that do not ask.
 */
export const maxSelfRegisteredTokenSeconds = 86_400

/**
 * Minimum lifetime of console and account sessions, in seconds, whatever the settings say. It keeps the page reachable
 * on which a wrong setting can be fixed. The console warns about shorter settings.
 */
export const minConsoleSessionSeconds = 300

/** Minimum lifetime of the console's access tokens, in seconds: long enough for a page to load its data. */
export const minConsoleTokenSeconds = 60

/**
 * An authorization code can be redeemed this long, the last moment included, in seconds (docs/specification.md
 * "Limits").
 */
export const codeLifetimeSeconds = 60
