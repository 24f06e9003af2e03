type Row = Readonly<Record<string, unknown>>

/** The number of differences between a form's values and the stored ones. */
export function countChanges(now: Row, stored: Row): number {
  return Object.entries(stored)
    .map(([name, before]) => changesOf(now[name], before))
    .reduce((sum, count) => sum + count, 0)
}

function changesOf(now: unknown, before: unknown): number {
  if (Array.isArray(before) && Array.isArray(now)) {
    return before.some(isRow) || now.some(isRow)
      ? changedRows(now.filter(isRow), before.filter(isRow))
      : withoutThose(now, before) + withoutThose(before, now)
  }
  if (isRow(before)) return countChanges(isRow(now) ? now : {}, before)
  return now === before ? 0 : 1
}

/** Entries added, changed and removed. An empty row is no entry. A row names its stored entry by index (`stored`). */
function changedRows(now: readonly Row[], before: readonly Row[]): number {
  const filled = now.filter((row) => !isEmpty(row))
  const changed = filled.filter((row) => !isSame(row, before[Number(row.stored ?? -1)]))
  const removed = before
    .filter((row) => !isEmpty(row))
    .filter(({ stored }) => filled.every((row) => row.stored !== stored))
  return changed.length + removed.length
}

function isSame(row: Row, stored: Row | undefined): boolean {
  return stored !== undefined && textsOf(row).every(([name, text]) => text.trim() === stored[name])
}

function isEmpty(row: Row): boolean {
  return textsOf(row).every(([, text]) => text.trim() === '')
}

/** The texts that a visitor types; an id is no such text. */
function textsOf(row: Row): readonly (readonly [string, string])[] {
  return Object.entries(row).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[0] !== 'id',
  )
}

function withoutThose(all: readonly unknown[], others: readonly unknown[]): number {
  return all.filter((one) => !others.includes(one)).length
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
