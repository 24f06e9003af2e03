type Row = Readonly<Record<string, string>>

/** The rows among the fields of a form, in the order of their numbers. */
export function rowsOfTexts(
  texts: Iterable<readonly [name: string, text: string]>,
  list: string,
): ReadonlyMap<number, Row> {
  const rows = new Map<number, Record<string, string>>()
  for (const [name, text] of texts) {
    const [, index, field] = name.startsWith(`${list}.`)
      ? (/^\.(\d{1,4})\.(\w+)$/.exec(name.slice(list.length)) ?? [])
      : []
    if (!index || !field) continue
    const row = rows.get(Number(index)) ?? {}
    rows.set(Number(index), { ...row, [field]: text })
  }
  return new Map([...rows].toSorted(([a], [b]) => a - b))
}
