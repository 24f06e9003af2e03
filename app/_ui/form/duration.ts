/** Units and their seconds, longest first. Years are left out because their length varies. */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A number of seconds in words: `2 hours, 30 minutes`. */
export function durationText(seconds: number, language: string): string {
  const parts: string[] = []
  let rest = seconds
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(inWords(count, unit, language))
  }
  if (parts.length === 0) return inWords(0, 'second', language)
  return new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts)
}

function inWords(count: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
