import type { z } from 'zod'
import type { activityEntry } from '#lib/api/contract/models/activity.ts'
import { scopeDescription } from './built-in-texts.ts'
import { deviceLabel } from './device-label.ts'
import { pageTexts } from './texts.ts'

export type ActivityEntry = z.output<typeof activityEntry>

/** An event of a person's own activity as one sentence: names are bold, administrators have none. */
export async function ActivitySentence({ entry }: { readonly entry: ActivityEntry }) {
  const t = await pageTexts()
  const { event, actor, application, permission, group, enabled, count = 1 } = entry
  const name = application?.unverified
    ? t('own.apps.quoted', { name: application.name })
    : application?.name
  const described =
    permission &&
    (scopeDescription(t, permission.scope, permission.description) || permission.scope)
  return t.rich(`own.activity.event.${event}`, {
    actor,
    count,
    enabled: String(enabled ?? true),
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
