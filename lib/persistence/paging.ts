/** How many entries come before a page; pages count from 1. Never more than a row id can be. */
export function skipBefore(page: number, size: number): number {
  return Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
}
