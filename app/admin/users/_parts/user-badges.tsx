import { Badge } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

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
