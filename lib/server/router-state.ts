import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/** In characters, three times that of the console's longest pages. A tree that is deeper than that exhausts the stack. */
const maxStateLength = 12 * 1024

/**
 * Whether Next can read what its router says of the page that is shown (`Next-Router-State-Tree`): it answers what it
 * cannot read as if we had failed.
 * @param header undefined where it says nothing
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
