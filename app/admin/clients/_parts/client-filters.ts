import type { Filter } from '#app/_ui/list/filter-chips.tsx'
import { eitherOr, lastTime } from '#app/_ui/list/filters.ts'
import type { Texts } from '#app/_ui/text/texts.ts'
import { approvals } from '#lib/api/contract/models/client-registration.ts'
import { clientKinds } from '#lib/api/contract/models/clients.ts'

/** The filters of the list of applications, in words. */
export function clientFilters(t: Texts): readonly Filter[] {
  const yesOrNo = [t('lists.yes'), t('lists.no')] as const
  return [
    {
      name: 'kind',
      label: t('lists.kind'),
      options: clientKinds.map((kind) => ({ value: kind, label: t(`clients.new.short.${kind}`) })),
    },
    eitherOr('enabled', t('users.state'), [t('lists.enabled'), t('lists.disabled')]),
    lastTime(t, 'used', t('lists.last_used')),
    eitherOr('selfRegistered', t('lists.self_registered'), yesOrNo),
    {
      name: 'approval',
      label: t('clients.registration.approval'),
      options: approvals.map((value) => ({ value, label: t(`clients.registration.${value}`) })),
    },
    eitherOr('isPublic', t('clients.public'), yesOrNo),
  ]
}
