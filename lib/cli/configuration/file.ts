import { parseDocument, stringify } from 'yaml'
import type { z } from 'zod'
import { messageOf } from '#lib/kernel/errors.ts'
import { Failure } from '../command.ts'
import { type ConfigurationDocument, configurationDocument, records } from './document.ts'
import { describeIssue, identifiers, type Section, valueIn, wordingOf } from './problems.ts'

export type FileFormat = 'yaml' | 'json'

/** The largest file that is read, in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

/** The format that a file's name asks for. */
export function formatOf(name: string): FileFormat {
  return name.toLowerCase().endsWith('.json') ? 'json' : 'yaml'
}

/** Writes a configuration as text: the same content is always the same text. */
export function printDocument(document: object, format: FileFormat): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`
  // Texts of several lines in quotes: as blocks some of them do not come back letter by letter.
  const yaml = stringify(document, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    blockQuote: false,
  })
  return `# Configuration of an authserver; "npm run authserver -- import <file>" applies it.\n${yaml}`
}

/**
 * Reads a configuration from YAML or JSON, of which YAML is a superset.
 * @throws Failure with one sentence for each problem, beginning with its place in the file
 */
export function parseConfiguration(text: string): ConfigurationDocument {
  const content = contentOf(text)
  const problems: string[] = []
  const tell = (issue: Issue, ...path: PropertyKey[]) => {
    const placed = { ...issue, path: [...path, ...issue.path] }
    for (const sentence of describeIssue(placed, content)) problems.push(sentence)
  }
  const checked = configurationDocument.safeParse(content, { error: wordingOf })
  for (const issue of checked.error?.issues ?? []) tell(issue)
  const document = {
    settings: checked.data?.settings,
    resources: recordsOf('resources', content, tell),
    clients: recordsOf('clients', content, tell),
    groups: recordsOf('groups', content, tell),
  }
  if (problems.length > 0) throw new Failure(problems)
  return document
}

type Issue = z.core.$ZodIssue

/** The records of a list that are as they should be; a list that names one twice is refused: the later would win. */
function recordsOf<S extends Section>(
  section: S,
  content: unknown,
  tell: (issue: Issue, ...path: PropertyKey[]) => void,
): z.output<(typeof records)[S]>[] {
  const entries = valueIn(content, section)
  const found: z.output<(typeof records)[S]>[] = []
  const names = new Set<unknown>()
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    const { data, error } = records[section].safeParse(entry, { error: wordingOf })
    for (const issue of error?.issues ?? []) tell(issue, section, index)
    if (data) found.push(data as z.output<(typeof records)[S]>)
    const name = valueIn(entry, identifiers[section])
    if (typeof name === 'string' && names.has(name)) {
      const message = 'names a record that is in the list already'
      tell({ code: 'custom', path: [identifiers[section]], message }, section, index)
    }
    names.add(name)
  }
  return found
}

function contentOf(text: string): unknown {
  const parsed = parseDocument(text, { uniqueKeys: true, prettyErrors: true })
  // Such as a tag that nobody here knows: what it stands for would be stored as it is written.
  const problems = [...parsed.errors, ...parsed.warnings]
  if (problems.length > 0) {
    throw new Failure(
      problems.map(({ message }) => `The file cannot be read: ${firstLine(message)}.`),
    )
  }
  try {
    // References of YAML are no way to make a small file a huge value.
    return parsed.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const reason = messageOf(error)
    throw new Failure(`The file cannot be read: ${firstLine(reason)}.`)
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/[.:]$/, '')
}
