import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import type { Filter } from '#app/_ui/list/filter-chips.tsx'
import { eitherOr, lastTime } from '#app/_ui/list/filters.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import type { Texts } from '#app/_ui/text/texts.ts'

/** Groups and permissions to choose from; those beyond are found on their own pages. */
const most = 200

/** The filters of the list of users, in words. */
export async function userFilters(t: Texts, api: Api): Promise<readonly Filter[]> {
  const [{ groups }, { permissions }] = await Promise.all([
    api.searchGroups({ query: { size: most } }),
    api.searchPermissions({ query: { size: most } }),
  ])
  const yesOrNo = [t('lists.yes'), t('lists.no')] as const
  return [
    eitherOr('enabled', t('users.state'), [t('lists.enabled'), t('lists.disabled')]),
    eitherOr('twoFactor', t('lists.two_factor'), [t('lists.on'), t('lists.off')]),
    {
      name: 'group',
      label: t('lists.group'),
      options: groups.map(({ id, groupIdentifier }) => ({
        value: String(id),
        label: groupIdentifier,
      })),
    },
    {
      name: 'permission',
      label: t('access.permissions.permission'),
      options: permissions.map((permission) => ({
        value: String(permission.id),
        label: permissionChoice(permission).scope,
      })),
    },
    eitherOr('administrator', t('lists.administrator'), yesOrNo),
    eitherOr('passkey', t('lists.passkey'), yesOrNo),
    eitherOr('emailVerified', t('lists.email'), [t('lists.confirmed'), t('lists.not_confirmed')]),
    lastTime(t, 'signedIn', t('lists.last_sign_in')),
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
