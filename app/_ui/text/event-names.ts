import { shippedMessages } from '#lib/i18n/messages.ts'
import type { pageTexts } from './texts.ts'

type Texts = Awaited<ReturnType<typeof pageTexts>>

/** The keys, which all languages share. The log may hold events that this version of the server has no texts for. */
const { event: events, sentence: sentences, detail: details } = shippedMessages('en').audit

/** An event's name in the page's language; its name in the log if the catalog has none. */
export function eventName(t: Texts, event: string): string {
  return isKeyOf(events, event) ? t(`audit.event.${event}`) : event
}

/** The text of an event's sentence, and the names in it; no key without a sentence, or without all its names. */
export function sentenceKey(event: string, named: Readonly<Record<string, string>>) {
  const none: readonly string[] = []
  if (!isKeyOf(sentences, event)) return { key: null, has: none }
  const has = [...sentences[event].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return has.every((name) => named[name] !== undefined)
    ? { key: `audit.sentence.${event}` as const, has }
    : { key: null, has: none }
}

/** A detail's name in the page's language; its name in the log if the catalog has none. */
export function detailName(t: Texts, detail: string): string {
  return isKeyOf(details, detail) ? t(`audit.detail.${detail}`) : detail
}

function isKeyOf<Known extends object>(known: Known, name: string): name is keyof Known & string {
  return Object.hasOwn(known, name)
}
