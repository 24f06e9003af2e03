import type { z } from 'zod'
import { eventName } from '#app/_ui/text/event-names.ts'
import type { event } from '#lib/api/contract/models/events.ts'
import { pageTexts } from './texts.ts'

export type ShownEvent = z.output<typeof event>

/** What happened, to whom, and who did it, in one line. */
export async function EventSentence({ entry }: { readonly entry: ShownEvent }) {
  const t = await pageTexts()
  const { user, group, resource, actor, details } = entry
  const { email, scope, count } = details
  const named = [
    user && (user.name || t('activity.gone_user', { id: user.id })),
    group && (group.name || t('activity.gone_group', { id: group.id })),
    resource && (resource.name || t('activity.gone_api', { id: resource.id })),
    !user && typeof email === 'string' ? email : undefined,
    typeof scope === 'string' ? scope : undefined,
  ].filter((name) => name !== undefined)
  return (
    <span className="ui-sentence">
      {causeOf(entry, t) ?? eventName(t, entry.auditEvent)}
      {named.map((name) => (
        <span key={name}>
          {' · '}
          <b>
            <bdi>{name}</bdi>
          </b>
        </span>
      ))}
      {typeof count === 'number' && count > 1 && <> · {t('activity.times', { count })}</>}
      {actor && (
        <>
          {' · '}
          {t.rich('activity.by', {
            name: actor.name,
            b: (chunks) => (
              <b>
                <bdi>{chunks}</bdi>
              </b>
            ),
          })}
        </>
      )}
    </span>
  )
}

type Texts = Awaited<ReturnType<typeof pageTexts>>

/** The cause of a refused sign-in, which the event alone does not tell. */
function causeOf({ auditEvent, user }: ShownEvent, t: Texts): string | null {
  if (auditEvent !== 'auth_failed_pwd') return null
  return user ? t('activity.wrong_password') : t('activity.no_account')
}
