import { DocumentError } from './faults.ts'

/**
 * Reads a JSON object. Readers differ in which of two members with one name they take, so such an object is refused.
 * @throws DocumentError
 */
export function readMembers(body: Buffer): Record<string, unknown> {
  const text = textOf(body)
  const value = parsed(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new DocumentError('not_json')
  }
  const names = namesOf(text)
  if (new Set(names).size !== names.length) throw new DocumentError('member_repeated')
  return value as Record<string, unknown>
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new DocumentError('not_json')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DocumentError('not_json')
  }
}

/** The names of an object's own members, in order, of a text that is valid JSON. */
function namesOf(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let last = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token !== ':') last = token
    else if (depth === 1) names.push(JSON.parse(last) as string)
  }
  return names
}
