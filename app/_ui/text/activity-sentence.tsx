import type { z } from 'zod'
import type { activityEntry } from '#lib/api/contract/models/activity.ts'
import type { Messages } from '#lib/i18n/messages.ts'
import { scopeDescription } from './built-in-texts.ts'
import { deviceLabel } from './device-label.ts'
import { pageTexts } from './texts.ts'

export type ActivityEntry = z.output<typeof activityEntry>

/** An event of a person's own activity as one sentence: names are bold, administrators have none. */
export async function ActivitySentence({ entry }: { readonly entry: ActivityEntry }) {
  const t = await pageTexts()
  const { application, permission, group, count = 1 } = entry
  const name = application?.unverified
    ? t('own.apps.quoted', { name: application.name })
    : application?.name
  const described =
    permission &&
    (scopeDescription(t, permission.scope, permission.description) || permission.scope)
  return t.rich(sentenceOf(entry), {
    count,
    app: name ?? t('own.activity.app'),
    permission: described ?? t('own.activity.permission'),
    group: group?.description || group?.groupIdentifier || t('own.activity.group'),
    device: entry.deviceName ? deviceLabel(entry, t) : t('own.activity.device'),
    b: (chunks) => (
      <b className="[overflow-wrap:anywhere]">
        <bdi>{chunks}</bdi>
      </b>
    ),
  })
}

type Sentences = Messages['own']['activity']
type ActedEvent = keyof Sentences['by_you'] & keyof Sentences['by_administrator']

/** Events that the person or an administrator may have caused. */
const acted = new Set<string>([
  'added_user_permission',
  'created_user',
  'deleted_user_consent',
  'deleted_user_permission',
  'deleted_user_profile_picture',
  'disabled_otp',
  'enabled_otp',
  'terminated_user_session',
  'updated_user_address',
  'updated_user_authentication',
  'updated_user_email',
  'updated_user_phone',
  'updated_user_profile',
  'updated_user_profile_picture',
  'user_added_to_group',
  'user_removed_from_group',
] satisfies readonly ActedEvent[])

function isActed(event: ActivityEntry['event']): event is ActivityEntry['event'] & ActedEvent {
  return acted.has(event)
}

function sentenceOf({ event, actor, enabled = true }: ActivityEntry) {
  if (event === 'updated_user_details') {
    return enabled
      ? 'own.activity.event.account_turned_on'
      : 'own.activity.event.account_turned_off'
  }
  if (!isActed(event)) return `own.activity.event.${event}` as const
  return actor === 'you'
    ? (`own.activity.by_you.${event}` as const)
    : (`own.activity.by_administrator.${event}` as const)
}
