import { AppWindow, LogOut, ShieldCheck } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { RetypeInput } from '#app/_ui/form/retype-input.tsx'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { queryOf, type SessionFilter } from './session-filter.ts'

interface EndAllProps {
  readonly filter: SessionFilter
  readonly list: Awaited<ReturnType<Api['listSessions']>>
}

/** Ends every session of the filter. Without a filter that means all sessions, so the number must be typed. */
export async function EndAll({ filter, list: { total, seenAt } }: EndAllProps) {
  const t = await pageTexts()
  const isEverybody = Object.keys(queryOf(filter)).length === 0
  return (
    <Confirm
      id="end-all"
      action="/admin/sessions/submit/all"
      fields={{ seenTotal: total, seenAt }}
      trigger={t('access.sessions.end_all')}
      title={t('access.sessions.end_all_title', { count: total })}
      body={
        <Consequences
          id="consequences"
          lines={[
            [LogOut, t('access.sessions.end_all_signed_out')],
            [AppWindow, t('access.sessions.end_all_apps')],
            [ShieldCheck, t('access.sessions.end_all_kept')],
          ]}
        />
      }
      confirm={t('access.sessions.end_all')}
    >
      {isEverybody && <RetypeInput name="number" identifier={String(total)} isNumber />}
    </Confirm>
  )
}
