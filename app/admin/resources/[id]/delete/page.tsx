import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { Facts } from '#app/_ui/list/facts.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Card } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { openResource, type ResourcePageProps } from '../../_parts/resource-page-data.ts'
import { ResourceShell } from '../../_parts/resource-shell.tsx'
import { sectionAddress } from '../../_parts/section-address.ts'

/** The consequences of deleting a resource, and the form that deletes it. */
export default async function ResourceDeletePage(props: ResourcePageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [data, { permissions }] = await Promise.all([
    openResource(props),
    api.listResourcePermissions({ params: { id } }),
  ])
  const { resource, mayEdit } = data
  const names = permissions.map(({ permissionIdentifier }) => permissionIdentifier).join(', ')
  return (
    <ResourceShell data={data} section="delete" isEditable={mayEdit}>
      <Card
        title={t('resources.delete.title', { identifier: resource.resourceIdentifier })}
        intro={t('resources.delete.intro')}
        id="delete"
      >
        <Facts
          id="summary"
          facts={[
            [t('console.record.description'), resource.description],
            [t('resources.sections.permissions'), names || t('console.none')],
          ]}
        />
        <div className="mt-6 border-line border-t pt-6 empty:hidden">
          {resource.isSystemLevelResource && (
            <Notice kind="warning" id="cannot-delete">
              {t('resources.delete.built_in')}
            </Notice>
          )}
          {mayEdit && !resource.isSystemLevelResource && (
            <ConfirmByTyping
              action={`${sectionAddress(id, 'delete')}/submit`}
              identifier={resource.resourceIdentifier}
              label={t('resources.delete.submit')}
            />
          )}
        </div>
      </Card>
    </ResourceShell>
  )
}
