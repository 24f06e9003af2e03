import { notFound } from 'next/navigation'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { ResourceForm } from '../_parts/resource-form.tsx'

export default async function NewResourcePage() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  if (!mayWrite(visitor, 'settings')) notFound()
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
