import { pageTexts } from '../../../_components/texts.ts'
import { Badge } from '../../../_console/card.tsx'

interface UserBadgesProps {
  readonly user: { readonly enabled: boolean; readonly emailVerified: boolean }
}

/** Whether a user may sign in, and whether the email needs attention. */
export async function UserBadges({ user }: UserBadgesProps) {
  const t = await pageTexts()
  return (
    <>
      <Badge tone={user.enabled ? 'success' : 'danger'}>
        {t(user.enabled ? 'users.enabled' : 'users.disabled')}
      </Badge>
      {!user.emailVerified && <Badge tone="warning">{t('users.unverified')}</Badge>}
    </>
  )
}
