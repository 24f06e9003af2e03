import { consoleClientIdentifier } from '#lib/domain/built-in.ts'
import { pageSettings } from '#lib/http/page.ts'
import { Notice } from '../../_components/notice.tsx'
import { pageTexts } from '../../_components/texts.ts'
import { Confirm } from '../../_console/confirm.tsx'
import { deviceLabel } from '../../_console/device-label.ts'
import { type Session, SessionItem } from '../../_console/session-item.tsx'

/** A session of the visitor. */
export async function SessionRow({ session }: { readonly session: Session }) {
  const t = await pageTexts()
  const { appName } = await pageSettings()
  const device = deviceLabel(session, t)
  return (
    <SessionItem
      session={session}
      heading={device}
      level="h2"
      current={t('account.sessions.current')}
      names={new Map([[consoleClientIdentifier, appName]])}
      action={<EndSession session={session} device={device} />}
    />
  )
}

interface EndSessionProps {
  readonly session: Session
  readonly device: string
}

async function EndSession({ session, device }: EndSessionProps) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  return (
    <Confirm
      id={`end-${id}`}
      action={`/account/sessions/submit/end/${id}`}
      fields={{ current: isCurrent ? 'yes' : 'no' }}
      trigger={t('account.sessions.end')}
      triggerLabel={`${t('account.sessions.end')}: ${device}`}
      title={t('account.sessions.end_title', { device })}
      body={
        <>
          <p>{t('account.sessions.end_body')}</p>
          {isCurrent && (
            <Notice kind="warning" className="mt-4 text-base-content">
              {t('account.sessions.end_current')}
            </Notice>
          )}
        </>
      }
      confirm={t('account.sessions.end')}
    />
  )
}
