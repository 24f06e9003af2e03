import type { Filter } from '#app/_ui/list/filter-chips.tsx'
import type { Api } from '#app/_ui/shell/make-api.ts'
import type { Texts } from '#app/_ui/text/texts.ts'

/** Groups to choose from; those beyond are found on the page of a group. */
const maxGroups = 200

/** The filters of the list of users, in words. */
export async function userFilters(t: Texts, api: Api): Promise<readonly Filter[]> {
  const { groups } = await api.searchGroups({ query: { size: maxGroups } })
  const choice = (name: string, label: string, yes: string, no: string): Filter => ({
    name,
    label,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
  })
  return [
    choice('enabled', t('users.state'), t('lists.enabled'), t('lists.disabled')),
    choice('twoFactor', t('lists.two_factor'), t('lists.on'), t('lists.off')),
    {
      name: 'group',
      label: t('lists.group'),
      options: groups.map(({ id, groupIdentifier }) => ({
        value: String(id),
        label: groupIdentifier,
      })),
    },
    choice('administrator', t('lists.administrator'), t('lists.yes'), t('lists.no')),
    choice('emailVerified', t('lists.email'), t('lists.confirmed'), t('lists.not_confirmed')),
    {
      name: 'signedIn',
      label: t('lists.last_sign_in'),
      options: [
        { value: '7', label: t('lists.last_days', { days: 7 }) },
        { value: '30', label: t('lists.last_days', { days: 30 }) },
        { value: 'not90', label: t('lists.not_for_days', { days: 90 }) },
        { value: 'never', label: t('lists.never') },
      ],
    },
    {
      name: 'created',
      label: t('lists.created'),
      options: [7, 30, 365].map((days) => ({
        value: String(days),
        label: t('lists.last_days', { days }),
      })),
    },
  ]
}
