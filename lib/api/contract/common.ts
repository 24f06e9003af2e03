import { z } from 'zod'
import type { CatalogKey } from '#lib/kernel/error-codes.ts'

/** A text that can be stored and given back: without NUL, and without one half of a surrogate pair. */
export function storableText() {
  return z.string().refine((value) => value.isWellFormed() && !value.includes('\0'))
}

/** Text of a body: absent and null count as empty. */
export function text() {
  return storableText()
    .nullish()
    .transform((value) => value ?? '')
}

/** A switch of a body: absent and null count as off. */
export function flag() {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? false)
}

/**
 * A whole number of 64 bits. One that JavaScript does not count exactly becomes the nearest that it does:
 * no row has such an id, and no setting goes so far. 2^63 is let in because 2^63 − 1 is read as that.
 */
export function wholeNumber() {
  return z
    .number()
    .refine((value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63)
    .transform((value) =>
      Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER)),
    )
    .meta({ type: 'integer' })
}

/**
 * A whole number of a body: absent and null count as 0.
 * @param bounds for the document; the operation refuses what lies outside, with its own code
 */
export function integer(bounds: { readonly minimum?: number; readonly maximum?: number } = {}) {
  return wholeNumber()
    .nullish()
    .transform((value) => value ?? 0)
    .meta(bounds)
}

/**
 * A lifetime of a body, in seconds; about five years are the longest.
 * @param minimum the shortest, for the document
 */
export function lifetime(minimum: number) {
  return integer({ minimum, maximum: 160_000_000 })
}

/** A list of row ids: absent and null count as empty. */
export function ids() {
  return z
    .array(wholeNumber())
    .nullish()
    .transform((value) => value ?? [])
}

/** The row ids of a list as it was read last; absent or null: they are not compared. */
export function expectedIds() {
  return z
    .array(wholeNumber())
    .nullish()
    .describe('Recommended: the list as last read; if it has changed since, nothing is saved.')
}

/** A list of texts: absent and null count as empty. */
export function texts() {
  return z
    .array(storableText())
    .nullish()
    .transform((value) => value ?? [])
}

/**
 * Marks a field of a body without which the operation is always refused: the document and the typed client
 * ask for it. It is read like any other, because the operation says when it refuses, and with which code.
 */
export function required<Field extends z.ZodType>(field: Field) {
  type Sent = NonNullable<z.input<Field>>
  return field.meta({ isRequired: true }) as unknown as z.ZodType<z.output<Field>, Sent>
}

/**
 * A row id in the path: decimal digits with an optional sign that fit 64 bits. A number that no row
 * can have becomes -1, which is found nowhere.
 */
export const id = z
  .string()
  .regex(/^[+-]?\d+$/, { abort: true })
  .refine((value) => BigInt(value) >= -(2n ** 63n) && BigInt(value) < 2n ** 63n)
  .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : -1))
  .meta({
    type: 'integer',
    format: 'int64',
    description: 'The `id` of the record, as answers give it.',
  })

/**
 * A row id of which it is said before it is looked for that no row can have it, unlike of most.
 * @param description for the document
 */
export function positiveId(description: string) {
  return z
    .string()
    .regex(/^\+?0*[1-9]\d*$/)
    .pipe(id)
    .meta({ type: 'integer', format: 'int64', minimum: 1, description })
}

/** The path parameter of most operations. */
export const byId = z.object({ id })

/** Simple success. */
export const success = z.object({
  success: z.boolean().describe('Always true: a refusal is an `ApiError`.'),
})

/**
 * The fields of a body that saves a record: each says what the record says of it, then what it says itself.
 * @param record as it is answered; of a field that it lacks it says nothing
 */
export function describedBy<Fields extends Readonly<Record<string, z.ZodType>>>(
  record: z.ZodObject<Readonly<Record<string, z.ZodType>>>,
  fields: Fields,
): Fields {
  const described = Object.entries(fields).map(([name, field]) => {
    const sentences = [record.shape[name]?.description, field.description]
    return [name, field.describe(sentences.filter(Boolean).join(' '))]
  })
  return Object.fromEntries(described) as Fields
}

/** Pages past the end are empty, and no list has as many as can be counted. */
const page = z
  .string()
  .optional()
  .transform((value) => Math.min(positiveNumber(value) ?? 1, Number.MAX_SAFE_INTEGER))
  .meta({
    type: 'integer',
    minimum: 1,
    default: 1,
    description: 'Counted from 1; anything else counts as 1.',
  })

/**
 * How many entries a page has.
 * @param excessive what a size above the maximum counts as
 */
function pageSize(standard: number, maximum: number, excessive: number) {
  const anythingElse = 'Anything else counts as the default'
  return z
    .string()
    .optional()
    .transform((value) => {
      const size = positiveNumber(value) ?? standard
      return size <= maximum ? size : excessive
    })
    .meta({
      type: 'integer',
      minimum: 1,
      maximum,
      default: standard,
      description: `${anythingElse}${excessive === maximum ? ', more as the maximum' : ''}.`,
    })
}

/** How many entries a page of most lists has at most. */
export const maxPage = 200

/** The text that a list is searched for; without one everything is found. */
export function soughtText(description: string) {
  return z
    .string()
    .optional()
    .transform((value) => value ?? '')
    .meta({ type: 'string', description })
}

/**
 * Paging of a list: what is missing, malformed or out of bounds is ignored, the default applies.
 * @param standard entries a page
 * @param maximum the largest size accepted
 * @param excessive what a size above the maximum counts as
 */
export function paging(standard = 10, maximum = maxPage, excessive = standard) {
  return { page, size: pageSize(standard, maximum, excessive) }
}

/** @returns null for what is no number above 0 in decimal digits */
function positiveNumber(value: string | undefined): number | null {
  return /^\d+$/.test(value ?? '') && Number(value) > 0 ? Number(value) : null
}

/**
 * The identifier of a group, a resource, a permission or a client, or the key of an attribute, as it is sent. The
 * operation refuses what it cannot be, with codes of its own.
 * @param more what only this one needs to say, in sentences
 * @param shortest the fewest characters
 */
export function identifier(more = '', shortest: 1 | 3 = 3) {
  const form = 'letters, digits, single `-` and single `_`; first a letter, last a letter or digit.'
  return required(text()).describe(`${shortest} to 38 ${form} ${more}`.trim())
}

/** Why an identifier of a group, a resource, a permission or a client is refused. */
export const identifierErrors = [
  'validator.identifier.too_long',
  'validator.identifier.too_short',
  'validator.identifier.invalid_format',
] as const satisfies readonly CatalogKey[]

/** A moment on the wire: RFC 3339, UTC. */
export const timestamp = z.iso.datetime()

/** By what a record is named, and when it was written; most records have all three. */
export const recordFields = {
  id: z.int().describe('Number of the record: no other of its kind has it.'),
  createdAt: timestamp.nullable().describe('When the record was made.'),
  updatedAt: timestamp.nullable().describe('When the record itself was last written.'),
}

/** What every page of a list says about itself. */
export const pageInfo = {
  total: z.int().describe('How many entries there are on all pages together.'),
  page: z.int().describe('Number of this page, counted from 1.'),
  size: z.int().describe('How many entries a full page has.'),
}
