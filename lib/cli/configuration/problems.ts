import type { z } from 'zod'

/** The field that names a record of each list. */
const identifiers = {
  resources: 'resourceIdentifier',
  clients: 'clientIdentifier',
  groups: 'groupIdentifier',
  identityProviders: 'alias',
} as const

/** A list of records in a file. */
type Section = keyof typeof identifiers

/** The problem with a value, phrased to continue "The field 'x' …". Zod's own messages address programmers. */
export function wordingOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return wordingOfType(issue.expected, issue.input)
    case 'invalid_value':
      return `must be ${issue.values.map(wordOf).join(' or ')}`
    case 'too_big':
      return 'is too large'
    case 'too_small':
      return 'is too small'
    default:
      return 'has an invalid value'
  }
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function wordingOfType(expected: string, input: unknown): string {
  switch (expected) {
    case 'string':
      if (input === null) return "is empty: write '' for an empty text"
      return typeof input === 'object' ? 'must be text' : 'must be text: put it in quotes'
    case 'boolean':
      return 'must be true or false'
    case 'int':
    case 'number':
      return 'must be a whole number'
    case 'array':
      return 'must be a list'
    default:
      return 'must be an object'
  }
}

/**
 * Describes a problem in sentences that begin with its place in the file, like those of `apply`.
 * @param issue with a message that continues "The field 'x' …"
 * @param content of the whole file, to look up record names
 */
export function describeIssue(issue: z.core.$ZodIssue, content: unknown): string[] {
  const { place, field } = placeOf(issue.path, content)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${place}: Unknown field '${joined([...field, key])}'.`)
  }
  const subject = field.length === 0 ? 'It' : `The field '${joined(field)}'`
  return [`${place}: ${subject} ${issue.message}.`]
}

type Path = readonly PropertyKey[]

/** Splits a path into its record or section, and the rest inside it. */
function placeOf(path: Path, content: unknown): { readonly place: string; readonly field: Path } {
  const [section, index, ...field] = path
  if (section === 'settings') return { place: section, field: path.slice(1) }
  if (!isSection(section)) return { place: 'The file', field: path }
  if (typeof index !== 'number') return { place: section, field: path.slice(1) }
  const name = [section, index, identifiers[section]].reduce<unknown>(valueIn, content)
  return { place: placeOfRecord(section, index, name), field }
}

/** The place of a record, with its name if printable: `clients[2] (shop)`. */
export function placeOfRecord(section: Section, index: number, name: unknown): string {
  const isName = typeof name === 'string' && /^[^\p{C}]{1,100}$/u.test(name)
  return `${section}[${index}]${isName ? ` (${name})` : ''}`
}

function isSection(name: PropertyKey | undefined): name is Section {
  return name !== undefined && Object.hasOwn(identifiers, name)
}

/** The value under a key of an object or a list; undefined for anything else. */
export function valueIn(value: unknown, key: PropertyKey | undefined): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key ?? '') : undefined
}

/** For example `permissions[0].description`. */
function joined(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}
