/** The byte order mark: without it, Excel reads a file in the code page of its system. */
const byteOrderMark = '\uFEFF'

/** A value of a cell. Only texts are guarded: numbers and times are the program's own. */
export type CsvCell = string | number | boolean | Date | null

/**
 * Begins a CSV file (RFC 4180): UTF-8 with a byte order mark, commas, CRLF, every cell quoted. Every export of the
 * program is written by this file.
 */
export function csvHead(columns: readonly string[]): string {
  return byteOrderMark + csvRow(columns)
}

/** One row. Times are in UTC with milliseconds. A text that a spreadsheet would run begins with an apostrophe. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** The text of a cell as it was before `csvRow` guarded it, for an import. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '""'
  if (cell instanceof Date) return `"${cell.toISOString()}"`
  if (typeof cell !== 'string') return `"${cell}"`
  return `"${(needsGuard(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}

/** What spreadsheets skip before a formula: white space, invisible characters, marks of direction. */
const skipped = /^[\s\p{Cf}\p{Z}]*/u

/**
 * True for a text that a spreadsheet could run as a formula (OWASP, "CSV Injection"), and for one that looks guarded
 * already, so that an import takes away exactly what the export added. A telephone number such as `+49 30 1234` is
 * none.
 */
function needsGuard(text: string): boolean {
  if (isPhoneNumber(text)) return false
  const rest = text.replace(skipped, '')
  if (/^'/.test(text) && needsGuard(text.slice(1))) return true
  return /^[=+\-@＝＋－＠]/.test(rest) || /^[\t\r\n]/.test(text)
}

/** Digits with a `+` before them; a spreadsheet shows them as they are, or as a number. */
function isPhoneNumber(text: string): boolean {
  return /^\+[\d ]{4,20}$/.test(text)
}
