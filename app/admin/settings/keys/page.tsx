import type { z } from 'zod'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Badge, Card, stackingCell, stackingTable } from '#app/_ui/shell/card.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { signingKey } from '#lib/api/contract/models/keys.ts'
import { pageSettings } from '#lib/http/page.ts'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { RevokeKey, RotateKeys } from './changes.tsx'
import { PublicKey } from './public-key.tsx'

export type SigningKey = z.output<typeof signingKey>

export default async function KeysPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const { keys } = await api.listKeys()
  const isWriter = mayWrite(visitor, 'settings')
  const previous = keys.find(({ state }) => state === 'previous')
  const address = `${(await pageSettings()).baseUrl}/certs`
  return (
    <ClientTexts areas={['settings']}>
      <SettingsHeader
        heading={t('console.admin_nav.keys')}
        intro={
          <>
            <p>{t('settings.keys.intro')}</p>
            <p className="mt-2 flex flex-wrap items-center gap-x-2">
              <span>{t('settings.keys.jwks')}</span>
              <code dir="ltr" className="[overflow-wrap:anywhere]">
                {address}
              </code>
              <CopyButton value={address} />
            </p>
          </>
        }
        actions={isWriter && <RotateKeys previousKid={previous?.keyIdentifier ?? ''} />}
      />
      {!isWriter && <p className="mb-4 text-muted text-sm">{t('console.read_only')}</p>}
      <Card flush>
        <KeyTable keys={keys} isWriter={isWriter} />
      </Card>
    </ClientTexts>
  )
}

interface KeyTableProps {
  readonly keys: readonly SigningKey[]
  readonly isWriter: boolean
}

async function KeyTable({ keys, isWriter }: KeyTableProps) {
  const t = await pageTexts()
  return (
    <table className={stackingTable}>
      <thead className="max-xl:sr-only">
        <tr>
          <th scope="col">{t('settings.keys.state')}</th>
          <th scope="col">
            {t('settings.keys.type')} · {t('settings.keys.algorithm')}
          </th>
          <th scope="col">{t('settings.keys.kid')}</th>
          <th scope="col">{t('settings.keys.created')}</th>
          <th scope="col">
            <span className="sr-only">{t('settings.keys.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {keys.map((key) => (
          <KeyRow key={key.id} signingKey={key} isWriter={isWriter} />
        ))}
      </tbody>
    </table>
  )
}

interface KeyRowProps {
  readonly signingKey: SigningKey
  readonly isWriter: boolean
}

async function KeyRow({ signingKey, isWriter }: KeyRowProps) {
  const t = await pageTexts()
  const { state, type, algorithm, keyIdentifier, createdAt } = signingKey
  return (
    <tr className="max-xl:block max-xl:py-3" data-state={state}>
      <td className={stackingCell}>
        <Badge tone={state === 'current' ? 'success' : 'neutral'}>
          {t(`settings.keys.${state}`)}
        </Badge>
        <span className="mt-1 block text-muted text-xs">{t(`settings.keys.${state}_hint`)}</span>
      </td>
      <td className={stackingCell}>
        {type} · {algorithm}
      </td>
      <td className={stackingCell}>
        <span className="flex items-center gap-1">
          <code dir="ltr" className="text-xs [overflow-wrap:anywhere]">
            {keyIdentifier}
          </code>
          <CopyButton value={keyIdentifier} label={t('settings.keys.copy_kid')} />
        </span>
      </td>
      <td className={stackingCell}>
        <Timestamp value={createdAt} />
      </td>
      <td className={`${stackingCell} text-end max-xl:text-start`}>
        <span className="inline-flex flex-wrap gap-2 xl:justify-end">
          <PublicKey signingKey={signingKey} />
          {isWriter && state === 'previous' && <RevokeKey signingKey={signingKey} />}
        </span>
      </td>
    </tr>
  )
}
