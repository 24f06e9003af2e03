import { pageTexts } from '../../../_components/texts.ts'
import { Badge } from '../../../_console/card.tsx'

interface Names {
  readonly givenName: string
  readonly middleName?: string
  readonly familyName: string
}

/** The names of a person in one line; '' for somebody without any. */
export function fullName({ givenName, middleName = '', familyName }: Names): string {
  return [givenName, middleName, familyName].filter((name) => name !== '').join(' ')
}

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
