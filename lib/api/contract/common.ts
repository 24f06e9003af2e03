import { z } from 'zod'

/** Text of a body: absent and null count as empty. NUL is refused: no stored text can hold it. */
export function text() {
  return z
    .string()
    .regex(/^[^\0]*$/)
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

/** A whole number of a body: absent and null count as 0. */
export function integer() {
  return z
    .int()
    .nullish()
    .transform((value) => value ?? 0)
}

/** A list of row ids: absent and null count as empty. */
export function ids() {
  return z
    .array(z.int())
    .nullish()
    .transform((value) => value ?? [])
}

/** A list of texts: absent and null count as empty. */
export function texts() {
  return z
    .array(z.string().regex(/^[^\0]*$/))
    .nullish()
    .transform((value) => value ?? [])
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
  .meta({ type: 'integer', format: 'int64' })

/** The path parameter of most operations. */
export const byId = z.object({ id })

/** Simple success. */
export const success = z.object({ success: z.boolean() })

/**
 * Paging of a list: what is missing, malformed or out of bounds is ignored, the default applies.
 * @param defaultSize entries a page
 * @param maximumSize the largest size accepted
 */
export function paging(defaultSize = 10, maximumSize = 200) {
  return {
    page: positive(1, Number.MAX_SAFE_INTEGER),
    size: positive(defaultSize, maximumSize),
  }
}

function positive(fallback: number, maximum: number) {
  return z
    .string()
    .optional()
    .transform((value) => {
      const number = /^\d{1,15}$/.test(value ?? '') ? Number(value) : 0
      return number >= 1 && number <= maximum ? number : fallback
    })
    .meta({ type: 'integer', default: fallback })
}

/** A moment on the wire: RFC 3339, UTC. */
export const timestamp = z.iso.datetime()

/** What every page of a list says about itself. */
export const pageInfo = { total: z.int(), page: z.int(), size: z.int() }
