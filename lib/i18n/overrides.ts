import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type MessageFormatElement,
  type NumberElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { type Language, languages } from './languages.ts'
import { shippedMessages, type TextOverrides, type Texts } from './messages.ts'

interface OwnTexts {
  readonly texts: TextOverrides
  /** One sentence per error, with file and key. If there is any, none of the texts may be used. */
  readonly problems: readonly string[]
  /** One sentence per ignored key. */
  readonly warnings: readonly string[]
}

/** The findings of one file, one sentence each. */
interface Findings {
  readonly problems: string[]
  readonly warnings: string[]
}

/** More than ten times the largest catalog. */
const maxBytes = 4 * 1024 * 1024

/**
 * Reads an installation's custom texts: `<folder>/catalogs/<language>.json`, one file per language
 * (docs/decisions/mail.md). An empty text counts as absent. An unknown key is ignored with a warning, because a new
 * version may remove a text.
 *
 * Problems are: an unreadable folder or file, an unknown language, content other than a JSON object, a value that
 * is not a text, and broken syntax. So are a placeholder, a tag or a number skeleton (`::…`) that the text of the
 * catalog does not have.
 */
export function readTextOverrides(folder: string): OwnTexts {
  const catalogs = join(folder, 'catalogs')
  const texts: Partial<Record<Language, Texts>> = {}
  const problems: string[] = []
  const warnings: string[] = []
  for (const name of filesIn(catalogs, problems)) {
    const file = join(catalogs, name)
    const found: Findings = { problems: [], warnings: [] }
    const language = languages.find((known) => name === `${known}.json`)
    if (!language) {
      found.problems.push(`must be named after one of ${languages.join(', ')}, such as de.json`)
    } else {
      const own = read(file, found)
      texts[language] = checked(own, shippedMessages(language), { found, prefix: '' })
    }
    problems.push(...found.problems.map((problem) => `${file}: ${problem}.`))
    warnings.push(...found.warnings.map((warning) => `${file}: ${warning}.`))
  }
  return { texts, problems, warnings }
}

function filesIn(catalogs: string, problems: string[]): string[] {
  try {
    return readdirSync(catalogs).filter((name) => name.endsWith('.json'))
  } catch (error) {
    problems.push(
      `I18N_OVERRIDES_DIR must contain a readable folder "catalogs": ${messageOf(error)}.`,
    )
    return []
  }
}

function read(file: string, found: Findings): Texts {
  try {
    if (statSync(file).size > maxBytes) throw new Error('is larger than 4 MiB')
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(content)) return content as Texts
    throw new Error('must be a JSON object')
  } catch (error) {
    found.problems.push(messageOf(error))
    return {}
  }
}

interface Place {
  readonly found: Findings
  /** The parent keys, each followed by a dot. */
  readonly prefix: string
}

/** Returns the texts that may replace texts of the catalog; records problems and warnings about the others. */
function checked(own: object, shipped: object, { found, prefix }: Place): Texts {
  const kept: Record<string, string | Texts> = {}
  for (const [name, value] of Object.entries(own)) {
    const key = `${prefix}${name}`
    const text: unknown = Object.hasOwn(shipped, name) ? Reflect.get(shipped, name) : undefined
    if (text === undefined) found.warnings.push(`unknown text ${key}`)
    else if (isObject(text) && isObject(value)) {
      kept[name] = checked(value, text, { found, prefix: `${key}.` })
    } else if (isObject(text))
      found.problems.push(`${key} must be an object, because it contains texts`)
    else if (typeof value !== 'string') found.problems.push(`${key} must be a text`)
    else if (value !== '') {
      const problem = problemOf(value, [...partsOf(parse(String(text))), ...givenTo(key)])
      if (problem) found.problems.push(`${key} ${problem}`)
      else kept[name] = value
    }
  }
  return kept
}

/** Placeholders that a text may contain although the built-in one does not: every mail is given the name. */
function givenTo(key: string): readonly string[] {
  return key.startsWith('mail.') ? ['{appName}'] : []
}

/** The reason why a text with these placeholders and tags cannot be replaced by another; null when it can. */
function problemOf(own: string, known: readonly string[]): string | null {
  try {
    const foreign = partsOf(parse(own)).filter((part) => !known.includes(part))
    if (foreign.length === 0) return null
    return `must not contain ${foreign.join(', ')}, which the built-in text does not have`
  } catch (error) {
    return `is not a valid ICU message: ${messageOf(error)}`
  }
}

/**
 * The placeholders and tags of a text. A placeholder formatted as a date or a time differs from the plain one: most
 * values are neither, and formatting them would fail. A number with a skeleton differs too: the parser accepts
 * skeletons that cannot be formatted (`::currency/EURO1`).
 */
function partsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...partsOf(element.children)]
      case TYPE.date:
        return [`{${element.value}, date}`]
      case TYPE.time:
        return [`{${element.value}, time}`]
      case TYPE.number:
        return [`{${element.value}${skeletonOf(element)}}`]
      case TYPE.select:
      case TYPE.plural: {
        const options = Object.values(element.options).flatMap(({ value }) => partsOf(value))
        return [`{${element.value}}`, ...options]
      }
      default:
        return [`{${element.value}}`]
    }
  })
}

/** `, number, ::…` for a number with a skeleton; '' without one (`{max, number, percent}`). */
function skeletonOf({ style }: NumberElement): string {
  if (!style || typeof style === 'string') return ''
  const tokens = style.tokens.map(({ stem, options }) => [stem, ...options].join('/'))
  return `, number, ::${tokens.join(' ')}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
