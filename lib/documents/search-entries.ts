import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

/** A section of a document, as an entry of the search. */
export interface SearchEntry {
  /** Path and anchor. */
  readonly id: string
  /** The document's title. */
  readonly title: string
  /** The section's heading; '' for the beginning of a document. */
  readonly heading: string
  readonly text: string
}

/** Longer sections are indexed by their beginning, because the browser loads all entries at once. */
const maxText = 20_000

/** The sections of a document, each up to the next heading. */
export function searchEntriesOf({ children }: Root, path: string, title: string): SearchEntry[] {
  const entries: { id: string; title: string; heading: string; text: string }[] = [
    { id: path, title, heading: '', text: '' },
  ]
  for (const node of children) {
    if (node.type !== 'element' || node.tagName === 'h1') continue
    const text = textOf(node).replaceAll(/\s+/g, ' ').trim()
    if (/^h[2-4]$/.test(node.tagName)) {
      entries.push({ id: `${path}#${node.properties.id}`, title, heading: text, text: '' })
    } else {
      const entry = entries.at(-1)
      if (entry) entry.text = `${entry.text} ${text}`.trim().slice(0, maxText)
    }
  }
  return entries
}
