import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { readEndpoints } from '#app/admin/clients/_parts/discovery.ts'
import { NewClientForm } from './form.tsx'
import { frameworksFor } from './frameworks-for.ts'

interface NewClientPageProps {
  readonly searchParams: Promise<{ readonly framework?: string | string[] }>
}

/** Creates a client for an application: what it is made with comes first. */
export default async function NewClientPage({ searchParams }: NewClientPageProps) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  await requireChange('clients')
  const [{ issuer }, { framework }] = await Promise.all([readEndpoints({ visitor }), searchParams])
  return (
    <>
      <PageHeader
        title={t('clients.new.title')}
        intro={t('clients.new.intro')}
        back={{ href: '/admin/clients', label: t('clients.title') }}
      />
      <ClientTexts areas={['clients']}>
        <NewClientForm
          action="/admin/clients/new/submit"
          frameworks={frameworksFor(issuer)}
          wanted={typeof framework === 'string' ? framework : ''}
        />
      </ClientTexts>
    </>
  )
}
