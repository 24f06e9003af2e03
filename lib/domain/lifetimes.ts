/** The longest lifetime or idle time that may be set, in seconds: about five years (admin-api §8.3, §8.5). */
export const longestLifetimeSeconds = 160_000_000

/** How long an authorization code may be redeemed, the last moment included, in seconds (specification, "Limits"). */
export const codeLifetimeSeconds = 60
