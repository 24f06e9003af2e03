/** The part of a multipart form that holds the arguments of an action which a script calls. */
export const argumentsPart = '0'

/**
 * How React writes, in the arguments of an action, a form, nothing, and a text that begins like these. It reads a dozen
 * more, which no page of ours sends: references from one part of the body to another, functions, streams. Most of its
 * ways to fail lie there, and they are open to people who are not signed in.
 */
const knownReference = /^\$(?:K[0-9a-f]+$|undefined$|\$)/

/**
 * True for the arguments of an action as our pages send them: a list in JSON.
 * @param sent all that was sent as the arguments; there must be one text
 */
export function areArguments(...sent: readonly unknown[]): boolean {
  const [text] = sent
  if (sent.length !== 1 || typeof text !== 'string') return false
  try {
    return Array.isArray(JSON.parse(text, refuseUnknown))
  } catch {
    return false
  }
}

function refuseUnknown(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('$') && !knownReference.test(value)) {
    throw new SyntaxError('A reference of a kind that no page sends.')
  }
  return value
}
