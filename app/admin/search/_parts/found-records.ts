import type { Api } from '#app/_ui/shell/api.ts'
import { mayRead, mayWrite } from '#app/_ui/shell/rights.ts'
import { initialsOf, tintOf } from '#app/_ui/text/initials.ts'
import { activityAddress, filterIn, requestActivity } from '#app/admin/activity/_parts/filter.ts'
import { markedParts } from '#lib/base/text/matches.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { textsIn } from '#lib/i18n/texts.ts'
import type { Found, FoundIcon } from './found.ts'
import { plainParts } from './parts.ts'

export type Texts = ReturnType<typeof textsIn>
type Records = Awaited<ReturnType<Api['searchRecords']>>

/** A person with what can be done, and with their activity. */
export function foundUser(
  user: Records['users'][number],
  visitor: Visitor,
  t: Texts,
  typed: string,
): Found {
  const name = user.name || user.email
  return {
    href: `/admin/users/${user.id}`,
    icon: 'user',
    person: { initials: initialsOf(user, user.email), tint: tintOf(user.subject) },
    text: markedParts(name, typed),
    ...(user.name ? { hint: markedParts(user.email, typed) } : {}),
    ...(mayWrite(visitor, 'users') ? { acts: actsOf(user, name, t) } : {}),
    ...(mayRead(visitor, 'settings') ? { activity: activityOfUser(user.id, name, t) } : {}),
  }
}

function actsOf(
  { id, enabled, twoFactor }: Records['users'][number],
  name: string,
  t: Texts,
): readonly Found[] {
  const act = (value: string) => `/admin/users/bulk?act=${value}&id=${id}`
  return [
    enabled
      ? link(act('disable'), 'ban', t('search.disable', { name }))
      : link(act('enable'), 'check', t('search.enable', { name })),
    link(act('end-sessions'), 'sign-out', t('search.end_sessions', { name })),
    ...(twoFactor
      ? [link(`/admin/users/${id}/authentication`, 'phone', t('search.two_step_off', { name }))]
      : []),
  ]
}

function activityOfUser(id: number, name: string, t: Texts): readonly Found[] {
  const person = String(id)
  const week = { ...filterIn({}), person }
  const refused = { ...week, category: 'sign_ins', outcome: 'refused' } as const
  return [
    link(activityAddress(week), 'activity', t('search.activity_of', { name })),
    link(activityAddress(refused), 'refused', t('search.refused_of', { name })),
  ]
}

/** An application; a name that is not verified stands in quotes. */
export function foundApplication(
  { id, clientIdentifier, displayName, selfRegistered }: Records['clients'][number],
  t: Texts,
  typed: string,
): Found {
  const name = displayName || clientIdentifier
  const shown = selfRegistered ? t('own.apps.quoted', { name }) : name
  return {
    href: `/admin/clients/${id}`,
    icon: 'application',
    text: markedParts(shown, typed),
    ...(displayName ? { hint: markedParts(clientIdentifier, typed) } : {}),
    activity: [
      link(`/admin/clients/${id}/history`, 'activity', t('search.changes_of', { name: shown })),
      link(
        `/admin/refusals?clientId=${id}`,
        'refused',
        t('search.refused_requests_of', { name: shown }),
      ),
    ],
  }
}

export function link(href: string, icon: FoundIcon, text: string, hint?: string): Found {
  return { href, icon, text: plainParts(text), ...(hint ? { hint: plainParts(hint) } : {}) }
}

/** Everything that a request did. */
export function activityOfRequest(requestId: string, t: Texts): Found {
  return link(requestActivity(requestId), 'activity', t('search.of_request'), requestId)
}
