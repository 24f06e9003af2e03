import { notFound } from 'next/navigation'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { Card } from '../../../_console/card.tsx'
import { PageHeader } from '../../../_console/page-header.tsx'
import { mayWrite } from '../../../_console/rights.ts'
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
      <Card>
        <ResourceForm
          action="/admin/resources/new/submit"
          values={{ resourceIdentifier: '', description: '' }}
          label={t('resources.create')}
        />
      </Card>
    </>
  )
}
