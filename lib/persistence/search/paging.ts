/**
 * The number of entries before a page, capped at the largest row id.
 * @param page from 1
 */
export function skipBefore(page: number, size: number): number {
  return Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
}

/** The rows with these ids, in the order of the ids; missing rows are left out. */
export function inOrderOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
