import { KeyRound } from 'lucide-react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { permissionChoice, permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayManage } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  openResource,
  type PermissionRecord,
  type ResourcePageProps,
} from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'
import { type EditedPermission, PermissionsForm } from './form.tsx'

/** The permissions that a resource defines for users and clients. */
export default async function ResourcePermissionsPage(props: ResourcePageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [data, { permissions }] = await Promise.all([
    openResource(props),
    api.listResourcePermissions({ params: { id } }),
  ])
  const { resource, visitor, mayEdit } = data
  const edited = permissions.map((one) => editedOf(one, mayManage(visitor)))
  return (
    <ResourceShell data={data} section="permissions" isEditable={mayEdit}>
      {resource.isSystemLevelResource && (
        <Notice kind="warning" id="built-in" className="mb-5">
          {t('resources.permissions.built_in')}
        </Notice>
      )}
      <Panel
        title={t('resources.sections.permissions')}
        intro={t('resources.permissions.intro', { resource: resource.resourceIdentifier })}
        id="permissions"
        flush={!mayEdit}
      >
        {mayEdit ? (
          <ClientTexts areas={['resources']}>
            <PermissionsForm
              action={`${sectionAddress(id, 'permissions')}/submit`}
              permissions={edited}
            />
            <p className="mt-4 text-muted text-xs">{t('resources.permissions.removal')}</p>
          </ClientTexts>
        ) : (
          <List permissions={permissions} />
        )}
      </Panel>
    </ResourceShell>
  )
}

function editedOf(permission: PermissionRecord, mayChangeAll: boolean): EditedPermission {
  const { id, permissionIdentifier, description, resource } = permission
  const { isAdministrative } = permissionChoice(permission)
  const isOwnAccount = resource.isSystemLevelResource && permissionIdentifier === 'manage-account'
  return {
    ...{ id, permissionIdentifier, description },
    isBuiltIn: isAdministrative || isOwnAccount,
    isFixed: isAdministrative && !mayChangeAll,
  }
}

async function List({ permissions }: { readonly permissions: readonly PermissionRecord[] }) {
  const t = await pageTexts()
  if (permissions.length === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title={t('resources.permissions.none')}
        text={t('resources.permissions.none_hint')}
      />
    )
  }
  return (
    <ul className="ui-rows text-sm">
      {permissionChoices(t, permissions).map(({ id, name, description }) => (
        <li key={id} className="px-5 py-3 [overflow-wrap:anywhere]">
          <span dir="ltr" className="font-mono">
            {name}
          </span>
          {description && <span className="block text-muted">{description}</span>}
        </li>
      ))}
    </ul>
  )
}
