/** The longest lifetime or idle time that may be set, in seconds: about five years (specification, "Limits"). */
export const longestLifetimeSeconds = 160_000_000

/** How long an authorization code may be redeemed, the last moment included, in seconds (specification, "Limits"). */
export const codeLifetimeSeconds = 60
