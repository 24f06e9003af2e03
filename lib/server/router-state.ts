import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/** In characters: three times the state of the console's longest pages. A deeper tree exhausts the stack. */
const maxStateLength = 12 * 1024

/**
 * Whether Next can parse its router's description of the current page (`Next-Router-State-Tree`). Next reports an
 * unreadable one as a server failure.
 * @param header undefined when absent
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true
  if (header.length > maxStateLength) return false
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}
