import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientPageData } from '#app/admin/clients/_parts/client-page-data.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { KeysForm } from './keys-form.tsx'
import { keysValues } from './keys-values.ts'

interface KeysProps {
  readonly data: ClientPageData
  readonly keys: Awaited<ReturnType<Api['getClientKeys']>>
}

/** How a client authenticates, and its keys. */
export async function Keys({ data, keys }: KeysProps) {
  const t = await pageTexts()
  const { client, mayEdit } = data
  const submit = `${sectionAddress(client.id, 'authentication')}/submit`
  const values = keysValues(keys)
  const usesKeys = keys.tokenEndpointAuthMethod === 'private_key_jwt'
  const isEditable = mayEdit && !client.isPublic && !client.isSystemLevelClient
  return (
    <Panel title={t('clients.keys.title')} id="keys" intro={t('clients.keys.intro')}>
      {usesKeys && (await isOff(data)) && (
        <Notice kind="warning" id="keys-off" className="mb-5">
          {t('clients.keys.off')}{' '}
          <Link href="/admin/settings/protocol" prefetch={false} className="text-link">
            {t('shell.admin.protocol')}
          </Link>
        </Notice>
      )}
      {isEditable ? (
        <KeysForm action={`${submit}/keys`} values={values} />
      ) : (
        <Facts
          facts={[
            [t('clients.keys.method'), t(`clients.keys.${keys.tokenEndpointAuthMethod}`)],
            [t('clients.keys.uri'), keys.jwksUri && <bdi dir="ltr">{keys.jwksUri}</bdi>],
          ]}
        />
      )}
      {mayEdit && keys.jwksUri !== '' && (
        <div className="mt-4 flex">
          <RowAction
            id="fetch-keys"
            action={`${submit}/fetch-keys`}
            label={t('clients.keys.fetch')}
            name={t('clients.keys.fetch')}
          />
        </div>
      )}
    </Panel>
  )
}

async function isOff({ api, visitor }: ClientPageData): Promise<boolean> {
  if (!mayRead(visitor, 'settings')) return false
  return !(await api.getProtocolSettings()).privateKeyJwtEnabled
}
