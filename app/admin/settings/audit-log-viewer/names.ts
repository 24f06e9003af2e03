import { shippedMessages } from '#lib/i18n/messages.ts'
import type { pageTexts } from '../../../_components/texts.ts'

type Texts = Awaited<ReturnType<typeof pageTexts>>

/** The keys of all languages: the log may hold what this version of the server has no words for. */
const { event: events, detail: details } = shippedMessages('en').audit

/** What an event is called in the page's language; one without words keeps its name in the log. */
export function eventName(t: Texts, event: string): string {
  return isKeyOf(events, event) ? t(`audit.event.${event}`) : event
}

/** What a detail of an event is called in the page's language; one without words keeps its name. */
export function detailName(t: Texts, detail: string): string {
  return isKeyOf(details, detail) ? t(`audit.detail.${detail}`) : detail
}

function isKeyOf<Known extends object>(known: Known, name: string): name is keyof Known & string {
  return Object.hasOwn(known, name)
}
