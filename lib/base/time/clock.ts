export const daySeconds = 24 * 60 * 60

/** Whole seconds since 1970 (the NumericDate of RFC 7519), rounded down. */
export function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

export function earlier(a: Date, b: Date): Date {
  return a.getTime() <= b.getTime() ? a : b
}
