import { parseDocument, stringify } from 'yaml'
import { messageOf } from '#lib/kernel/errors.ts'
import { Failure } from '../command.ts'
import { type ConfigurationDocument, configurationDocument } from './document.ts'
import { describeIssue, wordingOf } from './problems.ts'

export type FileFormat = 'yaml' | 'json'

/** The largest file that is read, in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

/** Says that a file is larger. */
export const tooLarge = `A configuration file may have at most ${maxFileBytes / 1024 / 1024} MB.`

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
  const { data, error } = configurationDocument.safeParse(content, { error: wordingOf })
  if (error) throw new Failure(error.issues.flatMap((issue) => describeIssue(issue, content)))
  return data
}

function contentOf(text: string): unknown {
  // Whatever version the file says: its sets and ordered maps would be values in which no field is found.
  const schema = { schema: 'core', resolveKnownTags: false } as const
  const parsed = parseDocument(text, { ...schema, uniqueKeys: true, logLevel: 'error' })
  // Such as a tag that nobody here knows: what it stands for would be stored as it is written.
  const problems = [...parsed.errors, ...parsed.warnings]
  if (problems.length > 0) {
    throw new Failure(
      problems.map(({ code, message }) => {
        const isSeveral = code === 'MULTIPLE_DOCS'
        const reason = isSeveral ? 'it holds more than one document' : firstLine(message)
        return `The file cannot be read: ${reason}.`
      }),
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
