/** How many entries come before a page; pages count from 1. Never more than a row id can be. */
export function skipBefore(page: number, size: number): number {
  return Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
}

/** The rows with these ids, in the order of the ids; those that are gone are left out. */
export function inOrderOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
