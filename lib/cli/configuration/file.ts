import { parseDocument, stringify } from 'yaml'
import { messageOf } from '#lib/base/errors/errors.ts'
import { Failure } from '../command.ts'
import { type ConfigurationDocument, configurationDocument } from './document.ts'
import { describeIssue, wordingOf } from './problems.ts'

export type FileFormat = 'yaml' | 'json'

/** Maximum size of a file, in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

/** The message for a larger file. */
export const tooLarge = `A configuration file may have at most ${maxFileBytes / 1024 / 1024} MB.`

/** The format implied by a file name. */
export function formatOf(name: string): FileFormat {
  return name.toLowerCase().endsWith('.json') ? 'json' : 'yaml'
}

/** Serializes a configuration; equal content gives equal text. */
export function printDocument(document: object, format: FileFormat): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`
  // Quoted instead of block scalars: some multi-line texts do not survive a round trip as blocks.
  const yaml = stringify(document, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    blockQuote: false,
  })
  return `# Configuration of an authserver; "npm run authserver -- import <file>" applies it.\n${yaml}`
}

/**
 * Parses a configuration from YAML or JSON, of which YAML is a superset.
 * @throws Failure with one sentence per problem, beginning with its place in the file
 */
export function parseConfiguration(text: string): ConfigurationDocument {
  const content = contentOf(text)
  const { data, error } = configurationDocument.safeParse(content, { error: wordingOf })
  if (error) throw new Failure(error.issues.flatMap((issue) => describeIssue(issue, content)))
  return data
}

function contentOf(text: string): unknown {
  // Fixed whatever `%YAML` version the file declares: YAML 1.1's sets and ordered maps would become objects without
  // readable fields.
  const schema = { schema: 'core', resolveKnownTags: false } as const
  const parsed = parseDocument(text, { ...schema, uniqueKeys: true, logLevel: 'error' })
  // Warnings too: an unknown tag, for example, would be ignored and its value stored as plain text.
  const problems = [...parsed.errors, ...parsed.warnings]
  if (problems.length > 0) {
    throw new Failure(
      problems.map(({ code, message }) => {
        const isSeveral = code === 'MULTIPLE_DOCS'
        const reason = isSeveral ? 'it contains more than one document' : firstLine(message)
        return `The file cannot be read: ${reason}.`
      }),
    )
  }
  try {
    // A limit on aliases, so that a small file cannot expand to a huge value.
    return parsed.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const reason = messageOf(error)
    throw new Failure(`The file cannot be read: ${firstLine(reason)}.`)
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/[.:]$/, '')
}
