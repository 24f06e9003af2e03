import { Ban, ShieldCheck } from 'lucide-react'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface UserBadgesProps {
  readonly user: {
    readonly enabled: boolean
    readonly emailVerified: boolean
    /** Holds an administrative permission; absent where it is not known. */
    readonly administrator?: boolean | undefined
  }
}

/** The unusual states of a user: disabled, or with an email that is not confirmed. */
export async function UserBadges({ user }: UserBadgesProps) {
  const t = await pageTexts()
  return (
    <>
      {!user.enabled && (
        <Badge tone="danger" icon={Ban}>
          {t('users.disabled')}
        </Badge>
      )}
      {user.administrator && <Badge icon={ShieldCheck}>{t('lists.administrator')}</Badge>}
      {!user.emailVerified && <Badge tone="warning">{t('users.unverified')}</Badge>}
    </>
  )
}
