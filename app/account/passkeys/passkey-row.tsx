import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'
import type { OwnPasskey } from './own-passkey.ts'

interface PasskeyRowProps {
  readonly passkey: OwnPasskey
  /** Makes one for the present domain in its place. */
  readonly renewal: React.ReactNode
  /** Removes it. */
  readonly children: React.ReactNode
}

/** A passkey, how it was used, and what can be done with it. */
export async function PasskeyRow({ passkey, renewal, children }: PasskeyRowProps) {
  const t = await pageTexts()
  const { id, name, createdAt, lastUsedAt, synced, usable, relyingPartyId } = passkey
  return (
    <li data-passkey={id} className="flex-wrap">
      <div className="ui-row-text basis-48">
        <p className="ui-row-title [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="ui-hint">
          {t.rich('methods.own.added', { time: () => <OwnMoment value={createdAt} /> })}
          {' · '}
          {lastUsedAt
            ? t.rich('methods.own.used', { time: () => <OwnMoment value={lastUsedAt} /> })
            : t('methods.own.never_used')}
          {' · '}
          {usable
            ? t(synced ? 'methods.own.synced' : 'methods.own.on_device')
            : t('methods.own.elsewhere', { host: relyingPartyId })}
        </p>
      </div>
      {renewal && (
        <details className="basis-full">
          <summary className="ui-link cursor-pointer py-1">{t('methods.own.renew')}</summary>
          <p className="my-3 max-w-xl text-muted">{t('methods.own.renew_body')}</p>
          {renewal}
        </details>
      )}
      <details className="basis-full">
        <summary className="ui-link cursor-pointer py-1">{t('methods.own.remove')}</summary>
        <p className="my-3 max-w-xl text-muted">
          <b className="block text-ink">{t('methods.own.remove_title', { name })}</b>
          {t('methods.own.remove_body')}
        </p>
        {children}
      </details>
    </li>
  )
}
