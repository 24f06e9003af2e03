import { pageTexts } from '../../../_components/texts.ts'
import { Badge } from '../../../_console/card.tsx'

interface UserBadgesProps {
  readonly user: { readonly enabled: boolean; readonly emailVerified: boolean }
}

/** Whether a person may sign in, and what is unusual about the address. */
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
