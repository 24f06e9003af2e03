import { SearchX, ShieldAlert } from 'lucide-react'
import { SelectionForm } from '#app/_ui/form/selection-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { leadToLastPage } from '#app/_ui/list/list-state.ts'
import { Pagination } from '#app/_ui/list/pagination.tsx'
import { SearchBox } from '#app/_ui/list/search-box.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { permissionDescription } from '#app/_ui/text/built-in-texts.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { userAddress } from '#app/admin/users/_parts/user-list-state.ts'
import { openUser, type UserPageProps } from '#app/admin/users/_parts/user-page-data.ts'
import { UserShell } from '#app/admin/users/_parts/user-shell.tsx'

type Found = Awaited<ReturnType<Api['searchPermissions']>>['permissions'][number]

const size = 50

/** One search over the permissions of all APIs; several are given at once. */
export default async function GivePermissionPage(props: UserPageProps) {
  const t = await pageTexts()
  const data = await openUser(props)
  const { user, api, listState, isBeyondReach, visitor } = data
  await requireChange(isBeyondReach ? 'owner' : 'users')
  const back = userAddress(user.id, 'permissions', listState)
  const { scope = '', part = '' } = await props.searchParams
  const query = typeof scope === 'string' ? scope.trim().slice(0, 200) : ''
  const page = typeof part === 'string' && /^[1-9]\d{0,6}$/.test(part) ? Number(part) : 1
  const { permissions, total } = await api.searchPermissions({ query: { query, page, size } })
  const path = userAddress(user.id, 'permissions/give', { ...listState, suffix: '' })
  const state = Object.fromEntries(new URLSearchParams(listState.suffix))
  const kept = { ...state, ...(query && { scope: query }) }
  const paging = { total, size, path, name: 'part' }
  leadToLastPage({ ...paging, shown: permissions.length, kept })
  const held = new Set(user.permissions.map(({ id }) => id))
  const byResource = Map.groupBy(permissions, ({ resource }) => resource.resourceIdentifier)
  return (
    <UserShell data={data} section="permissions">
      <div className="mb-4">
        <SearchBox label={t('access.permissions.search')} query={query} name="scope" kept={state} />
      </div>
      <Panel
        title={t('access.permissions.give')}
        intro={t('access.permissions.give_intro')}
        id="give"
      >
        {permissions.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t('console.search_empty', { query })}
            text={t('access.permissions.give_intro')}
          />
        ) : (
          <ClientTexts>
            <SelectionForm
              action={`/admin/users/${user.id}/permissions/give/submit`}
              label={t('access.permissions.give')}
              cancel={back}
            >
              {[...byResource].map(([resource, list]) => (
                <fieldset key={resource} className="grid gap-1">
                  <legend className="mb-1 font-semibold text-sm">{resource}</legend>
                  {list.map((permission) => (
                    <Choice
                      key={permission.id}
                      permission={permission}
                      isHeld={held.has(permission.id)}
                      isOffered={!permission.administrative || mayManage(visitor)}
                    />
                  ))}
                </fieldset>
              ))}
            </SelectionForm>
          </ClientTexts>
        )}
        <Pagination {...paging} page={page} query={kept} />
      </Panel>
    </UserShell>
  )
}

interface ChoiceProps {
  readonly permission: Found
  readonly isHeld: boolean
  /** The visitor may give it. */
  readonly isOffered: boolean
}

async function Choice({ permission, isHeld, isOffered }: ChoiceProps) {
  const t = await pageTexts()
  const { id, scope, administrative } = permission
  const description = permissionDescription(t, permission)
  return (
    <label className="flex items-start gap-3 py-1.5 text-sm">
      <input
        type="checkbox"
        name="permissionIds"
        value={id}
        disabled={isHeld || !isOffered}
        defaultChecked={isHeld}
        className="checkbox mt-px"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span dir="ltr" className="mono font-medium">
          {scope}
        </span>{' '}
        {administrative && (
          <Badge tone="warning" icon={ShieldAlert}>
            {t('console.permissions.administrative')}
          </Badge>
        )}
        <span className="ui-hint block">
          {isHeld && t('access.permissions.held')}
          {!isHeld && !isOffered && t('access.permissions.only_owner')}
          {!isHeld && isOffered && description}
        </span>
      </span>
    </label>
  )
}
