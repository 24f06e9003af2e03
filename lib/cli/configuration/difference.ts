import { printable } from '../printable.ts'
import { changesOf, without } from './states.ts'

/** The change that an import makes to one record. */
export interface RecordDifference {
  readonly kind: 'created' | 'changed'
  /** For example `client shop`. */
  readonly record: string
  readonly fields: readonly FieldDifference[]
  /** Changes that the fields do not show: a new secret. */
  readonly notes: readonly string[]
}

interface FieldDifference {
  readonly name: string
  /** Absent for a new record. */
  readonly before?: unknown
  readonly after: unknown
}

/** Fields already shown in the title. */
const identifiers = new Set(['clientIdentifier', 'resourceIdentifier', 'groupIdentifier'])

/**
 * Compares a record before and after an import.
 * @param before null for a new record
 * @returns null when nothing changed
 */
export function differenceOf(
  record: string,
  before: object | null,
  after: object,
  notes: readonly string[],
): RecordDifference | null {
  if (before) {
    const fields = [...changesOf(flat(before), flat(after))].map((name) => ({
      name,
      before: flat(before)[name],
      after: flat(after)[name],
    }))
    if (fields.length === 0 && notes.length === 0) return null
    return { kind: 'changed', record, fields, notes }
  }
  const fields = Object.entries(flat(after))
    .filter(([name, value]) => !identifiers.has(name) && !isEmpty(value))
    .map(([name, value]) => ({ name, after: value }))
  return { kind: 'created', record, fields, notes }
}

/** Formats the difference as lines of text. */
export function describeDifference({ kind, record, fields, notes }: RecordDifference): string[] {
  const lines = fields.flatMap(({ name, before, after }) => {
    if (kind === 'created') return describeValue(name, after)
    if (Array.isArray(before) && Array.isArray(after)) return describeLists(name, before, after)
    return [`${name}: ${inline(before)} → ${inline(after)}`]
  })
  const sign = kind === 'created' ? '+' : '~'
  return [`${sign} ${record}`, ...[...lines, ...notes].map((line) => `    ${line}`)].map(printable)
}

function describeValue(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [`${name}: ${inline(value)}`]
  return [`${name}:`, ...value.map((entry) => `  + ${inline(entry)}`)]
}

function describeLists(name: string, before: readonly unknown[], after: readonly unknown[]) {
  const added = without(after, before, JSON.stringify)
  const removed = without(before, after, JSON.stringify)
  return [
    `${name}:`,
    ...removed.map((entry) => `  - ${inline(entry)}`),
    ...added.map((entry) => `  + ${inline(entry)}`),
  ]
}

/** Flattens sections of the settings into one level: `general.appName`. */
function flat(state: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]): [string, unknown][] => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) {
        return [[name, value]]
      }
      return Object.entries(value).map(([field, inner]) => [`${name}.${field}`, inner])
    }),
  )
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
  )
}

/** Longer texts are images in base64. */
const maxShown = 500

function inline(value: unknown): string {
  if (typeof value === 'string' && value.length > maxShown) {
    return `${value.slice(0, 12)}… (${value.length} characters)`
  }
  return typeof value === 'string' && /^[^\s"']+$/.test(value) ? value : JSON.stringify(value)
}
