import { RefreshCw } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageData,
  type ClientPageProps,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { SecretBox } from '#app/admin/clients/_parts/secret-box.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { Keys } from './keys.tsx'

/** How a client authenticates. */
export default async function ClientAuthenticationPage(props: ClientPageProps) {
  const data = await openClient(props)
  const keys = await data.api.getClientKeys({ params: { id: data.client.id } })
  const usesKeys = keys.tokenEndpointAuthMethod === 'private_key_jwt'
  return (
    <ClientShell data={data} section="authentication">
      <ClientTexts areas={['clients']}>
        {!data.client.isPublic && !usesKeys && <Secret data={data} />}
        {(!data.client.isPublic || usesKeys) && <Keys data={data} keys={keys} />}
        <Kind data={data} />
      </ClientTexts>
    </ClientShell>
  )
}

interface PartProps {
  readonly data: ClientPageData
}

async function Secret({ data: { client, mayEdit } }: PartProps) {
  const t = await pageTexts()
  const { id, updatedAt } = client
  return (
    <Panel title={t('clients.secret.title')} id="secret" intro={t('clients.secret.intro')}>
      {mayEdit ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <SecretBox
            key={updatedAt}
            reveal={`${sectionAddress(id, 'authentication')}/submit/secret`}
          />
          <div>
            <Confirm
              id="renew-secret"
              action={`${sectionAddress(id, 'authentication')}/submit/renew-secret`}
              trigger={
                <>
                  <RefreshCw aria-hidden="true" />
                  {t('clients.secret.renew')}
                </>
              }
              title={t('clients.secret.renew_title')}
              body={t('clients.secret.renew_body')}
              confirm={t('clients.secret.renew')}
            />
          </div>
        </div>
      ) : (
        <p className="text-muted text-sm">{t('clients.secret.out_of_reach')}</p>
      )}
    </Panel>
  )
}

/** Whether the client is confidential or public, with the action to change it. */
async function Kind({ data: { client, mayEdit } }: PartProps) {
  const t = await pageTexts()
  const { id, isPublic, isSystemLevelClient } = client
  return (
    <Panel
      title={t('clients.kind.title')}
      id="kind"
      intro={t(isPublic ? 'clients.kind.is_public' : 'clients.kind.is_confidential')}
    >
      {isSystemLevelClient && <p className="text-muted text-sm">{t('clients.kind.built_in')}</p>}
      {mayEdit && isPublic && (
        <Confirm
          id="make-confidential"
          action={`${sectionAddress(id, 'authentication')}/submit/renew-secret`}
          trigger={t('clients.kind.make_confidential')}
          title={t('clients.kind.make_confidential_title')}
          body={t('clients.kind.make_confidential_body')}
          confirm={t('clients.kind.make_confidential')}
          tone="primary"
        />
      )}
      {mayEdit && !isPublic && !isSystemLevelClient && (
        <Confirm
          id="make-public"
          action={`${sectionAddress(id, 'authentication')}/submit/make-public`}
          trigger={t('clients.kind.make_public')}
          title={t('clients.kind.make_public_title')}
          body={
            <ul className="list-disc ps-5">
              <li>{t('clients.kind.public_erases')}</li>
              <li>{t('clients.kind.public_revokes')}</li>
              <li>{t('clients.kind.public_flows')}</li>
            </ul>
          }
          confirm={t('clients.kind.make_public')}
        />
      )}
    </Panel>
  )
}
