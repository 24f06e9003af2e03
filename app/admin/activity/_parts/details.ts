export type Detail = readonly [name: string, value: string]

/** The details of an event, which the API returns as a JSON object in a string. */
export function detailsOf(json: string): readonly Detail[] {
  try {
    const details: unknown = JSON.parse(json)
    if (details === null || typeof details !== 'object') return [['', json]]
    return Object.entries(details).map(([name, value]) => [name, inText(value)])
  } catch {
    return [['', json]]
  }
}

function inText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(inText).join(', ')
  return JSON.stringify(value)
}
