/** A table of the client, as far as rows are removed from it. */
interface Removing {
  deleteMany(query: { where: { id: { in: number[] } } }): Promise<{ count: number }>
}

/** Removes rows that were found before; returns how many were still there. */
export async function removeByIds(
  table: Removing,
  rows: readonly { readonly id: number }[],
): Promise<number> {
  if (rows.length === 0) return 0
  return (await table.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count
}
