import { Ban, CircleCheck, LogOut, UserRound } from 'lucide-react'
import Link from 'next/link'
import { CopyId } from '#app/_ui/list/copy-id.tsx'
import { RowMenu } from '#app/_ui/list/row-menu.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ListedUser } from './user-columns.tsx'

interface UserRowMenuProps {
  readonly user: ListedUser
  readonly name: string
  readonly href: string
  readonly mayEdit: boolean
}

/** The acts on one user of the list. */
export async function UserRowMenu({ user, name, href, mayEdit }: UserRowMenuProps) {
  const t = await pageTexts()
  const act = (value: string) => `/admin/users/bulk?act=${value}&id=${user.id}`
  return (
    <RowMenu id={`user-${user.id}-menu`} name={name}>
      <Link href={href} prefetch={false}>
        <UserRound aria-hidden="true" />
        {t('list.open')}
      </Link>
      <CopyId value={user.subject} />
      {mayEdit && (
        <>
          <hr />
          <Link href={act('end-sessions')} prefetch={false}>
            <LogOut className="flip" aria-hidden="true" />
            {t('lists.end_sessions')}
          </Link>
          {user.enabled ? (
            <Link href={act('disable')} prefetch={false} className="danger">
              <Ban aria-hidden="true" />
              {t('lists.disable')}…
            </Link>
          ) : (
            <Link href={act('enable')} prefetch={false}>
              <CircleCheck aria-hidden="true" />
              {t('lists.enable')}
            </Link>
          )}
        </>
      )}
    </RowMenu>
  )
}
