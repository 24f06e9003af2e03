/** Far more than settings take, in bytes: a larger file is another one. */
const maxBytes = 1024 * 1024
/** Problems reported of one file: a file of another kind has one in each line. */
const maxProblems = 10

/** `export NAME = rest`; names as other programs that share the file may have them. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*(.*)$/s

/**
 * Reads a file of settings: lines `NAME=value`, blank lines and comments. A value that begins with ", ' or ` ends with
 * the next one of the same kind, in a later line too; in double quotes \n is a line end. Whatever a reader would
 * skip, cut or guess is a problem. None of them repeats a value.
 * @param {Uint8Array} bytes
 * @returns {{ values: Map<string, string>, problems: string[] }} problems: each the rest of a sentence that begins with
 *   the file
 */
export function parseEnvFile(bytes) {
  /** @type {Map<string, string>} */
  const values = new Map()
  if (bytes.length > maxBytes) return { values, problems: ['larger than 1 MiB.'] }
  const text = decode(bytes)
  if (text === null) {
    const line = lineOfFirstBadByte(bytes)
    return { values, problems: [`line ${line}: not valid UTF-8. Save the file as UTF-8.`] }
  }
  const problems = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length && problems.length < maxProblems; at++) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const taken = takeAssignment(lines, at)
    if ('problem' in taken) problems.push(`line ${at + 1}: ${taken.problem}`)
    else values.set(taken.name, taken.value)
    at = taken.last
  }
  return { values, problems }
}

/** @typedef {{ last: number, name: string, value: string } | { last: number, problem: string }} Taken */

/**
 * @param {string[]} lines
 * @param {number} at
 * @returns {Taken} last: the number of the last line that it took
 */
function takeAssignment(lines, at) {
  const [, name, rest] = assignment.exec(lines[at] ?? '') ?? []
  if (name === undefined || rest === undefined) {
    return { last: at, problem: 'expected NAME=value, a comment or an empty line.' }
  }
  const quote = /^["'`]/.exec(rest)?.[0]
  const taken = quote ? takeQuoted(lines, at, name, rest, quote) : takeBare(at, name, rest.trim())
  return 'value' in taken && /[^\P{Cc}\t\n\r]/u.test(taken.value)
    ? { last: taken.last, problem: `the value of ${name} contains a control character.` }
    : taken
}

/**
 * @param {number} at
 * @param {string} name
 * @param {string} value
 * @returns {Taken}
 */
function takeBare(at, name, value) {
  if (value.includes('#')) {
    const problem = `the value of ${name} contains # outside quotes, which would begin a comment. Put the value in quotes, and a comment on a line of its own.`
    return { last: at, problem }
  }
  if (value.includes('\r')) {
    return { last: at, problem: `the value of ${name} contains a CR without LF.` }
  }
  return { last: at, name, value }
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {string} name
 * @param {string} first what stands behind the equals sign, the opening quote included
 * @param {string} quote
 * @returns {Taken}
 */
function takeQuoted(lines, at, name, first, quote) {
  let text = first.slice(1)
  let last = at
  while (!text.includes(quote) && last + 1 < lines.length) text += `\n${lines[++last]}`
  const end = text.indexOf(quote)
  if (end < 0) {
    return { last: at, problem: `the value of ${name} has no closing quote.` }
  }
  if (!/^\s*(#.*)?$/.test(text.slice(end + 1))) {
    const problem = `unexpected text after the closing quote of ${name}. Put a value that contains one kind of quote in another kind; \\ does not escape a quote.`
    return { last, problem }
  }
  const value = text.slice(0, end)
  return { last, name, value: quote === '"' ? value.replaceAll('\\n', '\n') : value }
}

/**
 * The text without its byte order mark.
 * @param {Uint8Array} bytes
 * @returns {string | null} null: it is not UTF-8
 */
function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** @param {Uint8Array} bytes */
function lineOfFirstBadByte(bytes) {
  let line = 0
  let from = 0
  while (from <= bytes.length) {
    line++
    const end = bytes.indexOf(0x0a, from)
    const part = end < 0 ? bytes.subarray(from) : bytes.subarray(from, end)
    if (decode(part) === null || end < 0) return line
    from = end + 1
  }
  return line
}
