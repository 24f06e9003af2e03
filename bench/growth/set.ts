import type { Loader } from './loader.ts'

/** Columns of the new rows: SQL expressions of `n.i`, the row's number from 0. */
export type Columns = Readonly<Record<string, string>>

/** Rows per statement: few enough to sort and log in memory. */
const rowsAtOnce = 500_000

/** Adds rows to a table in large statements. */
export async function addRows(
  { run, dialect }: Loader,
  table: string,
  count: number,
  columns: Columns,
): Promise<void> {
  const names = Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ')
  for (let from = 0; from < count; from += rowsAtOnce) {
    const shifted = `(SELECT "i" + ${from} AS "i" FROM ${dialect.series(Math.min(rowsAtOnce, count - from))}) AS "n"`
    await run(`INSERT INTO "${table}" (${names})
      SELECT ${Object.values(columns).join(', ')} FROM ${shifted}`)
  }
}

/** The table's next id: one above its greatest. */
export async function nextId({ number }: Loader, table: string): Promise<number> {
  return (await number(`SELECT MAX("id") FROM "${table}"`)) + 1
}

/** A number below `count` that scatters as `expression` counts up. */
export function scattered(expression: string, count: number): string {
  return `((((${expression}) * 7919 + 104729) * 31 % 1000000007) % ${Math.max(1, count)})`
}

/** Scattered as above, but low numbers are more frequent: a few clients have most of the users. */
export function skewed(expression: string, count: number): string {
  const some = Math.max(1, count)
  return `(${scattered(expression, some)} * ${scattered(`(${expression}) + 7`, some)} / ${some})`
}

/** Cycles through the texts. */
export function oneOf(expression: string, texts: readonly string[]): string {
  const cases = texts.map((text, i) => `WHEN ${i} THEN '${text}'`).join(' ')
  return `(CASE (${expression}) % ${texts.length} ${cases} END)`
}

/** A number of seven digits with leading zeros. */
export function padded(expression: string): string {
  return `substr(CAST(10000000 + (${expression}) AS TEXT), 2)`
}
