import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { RestrictionFacts } from './facts.tsx'
import { RestrictionsForm } from './form.tsx'

/** What a client may request for users, and how. */
export default async function ClientRestrictionsPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const data = await openClient(props)
  const restrictions = await data.api.getClientRestrictions({ params: { id } })
  const { allowedScopes, pushedRequestsRequired, dpopRequired, deviceGrantEnabled } = restrictions
  return (
    <ClientShell data={data} section="restrictions">
      <Panel
        title={t('clients.sections.restrictions')}
        id="restrictions"
        intro={t('clients.restrictions.intro')}
      >
        {data.mayEdit ? (
          <ClientTexts areas={['clients']}>
            <RestrictionsForm
              action={`${sectionAddress(id, 'restrictions')}/submit`}
              scopes={allowedScopes}
              pushedRequestsRequired={pushedRequestsRequired}
              dpopRequired={dpopRequired}
              deviceGrantEnabled={deviceGrantEnabled}
            />
          </ClientTexts>
        ) : (
          <RestrictionFacts restrictions={restrictions} />
        )}
      </Panel>
    </ClientShell>
  )
}
