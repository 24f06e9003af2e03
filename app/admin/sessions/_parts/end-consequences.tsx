import { AppWindow, LogOut } from 'lucide-react'
import { Consequences } from '#app/_ui/layout/consequences.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface EndConsequencesProps {
  /** It is the visitor's own session. */
  readonly isCurrent?: boolean
}

/** The consequences for a user whose session is ended. */
export async function EndConsequences({ isCurrent = false }: EndConsequencesProps) {
  const t = await pageTexts()
  return (
    <>
      <Consequences
        lines={[
          [LogOut, t('users.sessions.end_signed_out')],
          [AppWindow, t('access.sessions.end_all_apps')],
        ]}
      />
      {isCurrent && <p className="mt-2 font-medium">{t('users.sessions.end_current')}</p>}
    </>
  )
}
