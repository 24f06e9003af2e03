import { shippedMessages } from '#lib/i18n/messages.ts'
import type { pageTexts } from './texts.ts'

type Texts = Awaited<ReturnType<typeof pageTexts>>

/** The keys, which all languages share. The log may hold events that this version of the server has no texts for. */
const { event: events, detail: details } = shippedMessages('en').audit

/** An event's name in the page's language; its name in the log if the catalog has none. */
export function eventName(t: Texts, event: string): string {
  return isKeyOf(events, event) ? t(`audit.event.${event}`) : event
}

/** A detail's name in the page's language; its name in the log if the catalog has none. */
export function detailName(t: Texts, detail: string): string {
  return isKeyOf(details, detail) ? t(`audit.detail.${detail}`) : detail
}

function isKeyOf<Known extends object>(known: Known, name: string): name is keyof Known & string {
  return Object.hasOwn(known, name)
}
