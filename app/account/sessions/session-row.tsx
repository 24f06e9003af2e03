import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { type Session, SessionItem } from '#app/_ui/list/session-item.tsx'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { consoleClientIdentifier } from '#lib/domain/built-in.ts'
import { pageSettings } from '#lib/http/page.ts'

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
