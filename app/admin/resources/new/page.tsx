import { Panel } from '#app/_ui/layout/panel.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ResourceForm } from '../_parts/resource-form.tsx'

export default async function NewResourcePage() {
  const t = await pageTexts()
  await requireChange('settings')
  return (
    <>
      <PageHeader
        title={t('resources.add')}
        intro={t('resources.new_intro')}
        back={{ href: '/admin/resources', label: t('resources.title') }}
      />
      <Panel>
        <ResourceForm
          action="/admin/resources/new/submit"
          values={{ resourceIdentifier: '', description: '' }}
          label={t('resources.create')}
          cancel="/admin/resources"
        />
      </Panel>
    </>
  )
}
