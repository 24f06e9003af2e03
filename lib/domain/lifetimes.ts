/** The longest lifetime or idle time that may be set, in seconds: about five years (specification, "Limits"). */
export const longestLifetimeSeconds = 160_000_000
