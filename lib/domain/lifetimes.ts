/** The longest lifetime or idle time that may be set, in seconds: about five years. */
export const maxLifetimeSeconds = 160_000_000

/**
 * What sessions of the console and the account pages last at least, in seconds, whatever the settings say: the page that
 * puts a wrong setting right stays within reach. The console warns of shorter settings.
 */
export const minConsoleSessionSeconds = 300

/** What access tokens of the console live at least, in seconds: long enough for a page to read what it shows. */
export const minConsoleTokenSeconds = 60

/**
 * How long an authorization code may be redeemed, the last moment included, in seconds (docs/specification.md
 * "Limits").
 */
export const codeLifetimeSeconds = 60
