import type { ReactNode } from 'react'
import type { z } from 'zod'
import { eventName, sentenceKey } from '#app/_ui/text/event-names.ts'
import type { event } from '#lib/api/contract/models/events.ts'
import { pageTexts } from './texts.ts'

export type ShownEvent = z.output<typeof event>

interface EventSentenceProps {
  readonly entry: ShownEvent
  /** Also names the application, if no column beside the sentence has it. */
  readonly namesApplication?: boolean
}

/**
 * What happened, to whom, and who did it, in one line: the sentence of the event where the entry has all its names, else
 * the name of the event. Names that the sentence does not have follow it.
 */
export async function EventSentence({ entry, namesApplication = false }: EventSentenceProps) {
  const t = await pageTexts()
  const { email, scope, count } = entry.details
  const named = namesIn(entry, t)
  const { key, has } = sentenceKey(entry.auditEvent, named)
  const { actor, app, ...records } = named
  const others = [
    ...Object.entries(records).flatMap(([name, text]) => (has.includes(name) ? [] : [text])),
    namesApplication && !has.includes('app') ? app : undefined,
    !named.user && typeof email === 'string' ? email : undefined,
    typeof scope === 'string' ? scope : undefined,
  ].filter((name) => name !== undefined)
  return (
    <span className="ui-sentence">
      {key
        ? t.rich(key, { ...named, b: bold })
        : (causeOf(entry, t) ?? eventName(t, entry.auditEvent))}
      {others.map((name) => (
        <span key={name}>
          {' · '}
          {bold(name)}
        </span>
      ))}
      {typeof count === 'number' && count > 1 && <> · {t('activity.times', { count })}</>}
      {actor && !has.includes('actor') && (
        <>
          {' · '}
          {t.rich('activity.by', { name: actor, b: bold })}
        </>
      )}
    </span>
  )
}

type Texts = Awaited<ReturnType<typeof pageTexts>>

const bold = (text: ReactNode) => (
  <b>
    <bdi>{text}</bdi>
  </b>
)

/** The records and the actor of an entry, with their present names, or their names at their deletion. */
function namesIn({ user, client, group, resource, actor, details }: ShownEvent, t: Texts) {
  const typed = typeof details.email === 'string' ? details.email : ''
  return {
    ...(user && { user: nameNow(user, t) || typed || t('activity.gone_user', { id: user.id }) }),
    ...(group && { group: nameNow(group, t) || t('activity.gone_group', { id: group.id }) }),
    ...(resource && { api: nameNow(resource, t) || t('activity.gone_api', { id: resource.id }) }),
    ...(client && { app: nameNow(client, t) || t('activity.gone_client', { id: client.id }) }),
    ...(actor && { actor: nameNow(actor, t) }),
  }
}

/** The name of a record, with a word where the record was deleted; '' without a name. */
export function nameNow(
  { name, deleted }: { readonly name: string; readonly deleted?: boolean | undefined },
  t: Texts,
): string {
  return deleted ? t('activity.gone_named', { name }) : name
}

/** The cause of a refused sign-in without an account, which the event alone does not name. */
function causeOf({ auditEvent, user }: ShownEvent, t: Texts): string | null {
  return auditEvent === 'auth_failed_pwd' && !user ? t('activity.no_account') : null
}
