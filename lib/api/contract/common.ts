import { z } from 'zod'
import type { CatalogKey } from '#lib/answers/error-codes.ts'

/** Text that survives storage: without NUL and without lone surrogates. */
export function storableText() {
  return z.string().refine((value) => value.isWellFormed() && !value.includes('\0'))
}

/** Text in a body: absent and null count as empty. */
export function text() {
  return storableText()
    .nullish()
    .transform((value) => value ?? '')
}

/** A switch in a body: absent and null count as off. */
export function flag() {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? false)
}

/**
 * A whole number of 64 bits. A number beyond JavaScript's safe integers becomes the nearest safe one: no row id and
 * no setting is that large. 2^63 is accepted because JavaScript parses 2^63 − 1 as 2^63.
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
 * A whole number in a body: absent and null count as 0.
 * @param bounds for the OpenAPI document only; the operation refuses other values with its own code
 */
export function integer(bounds: { readonly minimum?: number; readonly maximum?: number } = {}) {
  return wholeNumber()
    .nullish()
    .transform((value) => value ?? 0)
    .meta(bounds)
}

/**
 * A lifetime in a body, in seconds; the maximum is about five years.
 * @param minimum for the OpenAPI document
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

/** The row ids of a list as last read, for conflict detection; absent or null skips the check. */
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
 * Marks a body field as required in the OpenAPI document and the typed client. Parsing still accepts its absence,
 * because the operation decides when to refuse and with which code.
 */
export function required<Field extends z.ZodType>(field: Field) {
  type Sent = NonNullable<z.input<Field>>
  return field.meta({ isRequired: true }) as unknown as z.ZodType<z.output<Field>, Sent>
}

/**
 * A row id in the path: decimal digits with an optional sign, within 64 bits. A number that no row can have becomes
 * -1, which is never found.
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
 * A row id that is refused before the lookup when no row can have it, unlike `id`.
 * @param description for the OpenAPI document
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

/** The answer of operations without data. */
export const success = z.object({
  success: z.boolean().describe('Always true: a refusal is an `ApiError`.'),
})

/**
 * Prefixes the description of each body field with the description of the same field of a record.
 * @param record model of the answer; a field it lacks adds nothing
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

/** Pages past the end are empty. The cap is the largest safe integer, which no list reaches. */
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
 * The number of entries per page.
 * @param excessive the size used for a value above the maximum
 */
export function pageSize(standard: number, maximum: number, excessive: number) {
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

/** Maximum page size of most lists. */
export const maxPage = 200

/** The search text of a list; empty finds everything. */
export function soughtText(description: string) {
  return z
    .string()
    .optional()
    .transform((value) => value ?? '')
    .meta({ type: 'string', description })
}

/**
 * Paging of a list: missing, malformed and out-of-range values fall back to the defaults.
 * @param standard default entries per page
 * @param maximum largest accepted size
 * @param excessive the size used for a value above the maximum
 */
export function paging(standard = 10, maximum = maxPage, excessive = standard) {
  return { page, size: pageSize(standard, maximum, excessive) }
}

/** @returns null for anything but a positive number in decimal digits */
export function positiveNumber(value: string | undefined): number | null {
  return /^\d+$/.test(value ?? '') && Number(value) > 0 ? Number(value) : null
}

/**
 * The identifier of a group, a resource, a permission or a client, or the key of an attribute. The operation
 * refuses invalid ones with its own codes.
 * @param more further sentences of the description
 * @param shortest minimum length in characters
 */
export function identifier(more = '', shortest: 1 | 3 = 3) {
  const form = 'letters, digits, single `-` and single `_`; first a letter, last a letter or digit.'
  return required(text()).describe(`${shortest} to 38 ${form} ${more}`.trim())
}

/** Refusals of an identifier of a group, a resource, a permission or a client. */
export const identifierErrors = [
  'validator.identifier.too_long',
  'validator.identifier.too_short',
  'validator.identifier.invalid_format',
] as const satisfies readonly CatalogKey[]

/** A timestamp on the wire: RFC 3339, UTC. */
export const timestamp = z.iso.datetime()

/** Id and timestamps of a record; most records have all three. */
export const recordFields = {
  id: z.int().describe('Number of the record: no other of its kind has it.'),
  createdAt: timestamp.nullable().describe('When the record was made.'),
  updatedAt: timestamp.nullable().describe('When the record itself was last written.'),
}

/** The paging fields of every list. */
export const pageInfo = {
  total: z.int().describe('How many entries there are on all pages together.'),
  page: z.int().describe('Number of this page, counted from 1.'),
  size: z.int().describe('How many entries a full page has.'),
}
