import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { DeviceRow, type OwnSession } from '../_parts/device-row.tsx'

/** A device of the visitor, with the button that signs it out. */
export function SessionRow({ session }: { readonly session: OwnSession }) {
  return <DeviceRow session={session} action={<EndSession session={session} />} />
}

async function EndSession({ session }: { readonly session: OwnSession }) {
  const t = await pageTexts()
  const { id, isCurrent } = session
  const device = deviceLabel(session, t)
  return (
    <Confirm
      id={`end-${id}`}
      action={`/account/sessions/submit/end/${id}`}
      fields={{ current: isCurrent ? 'yes' : 'no' }}
      trigger={t('account.sessions.end')}
      triggerClass="btn btn-sm"
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
