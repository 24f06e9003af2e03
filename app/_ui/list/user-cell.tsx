import { Avatar } from '#app/_ui/text/avatar.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { shownEmail } from '#lib/domain/email/email-form.ts'
import { fullName } from '#lib/domain/users/full-name.ts'
import type { ListedPerson } from './people-table.tsx'
import { RecordCell } from './record-cell.tsx'

interface UserCellProps {
  readonly user: Omit<ListedPerson, 'id'>
  readonly href: string
}

/** The first cell of a row about a user: picture and name, with the email where there is room, or in place of the name. */
export function UserCell({ user, href }: UserCellProps) {
  const name = fullName(user)
  const email = shownEmail(user.email)
  return (
    <RecordCell
      href={href}
      picture={<Avatar person={user} />}
      inFull={name ? `${name} ${email}` : email}
    >
      {name ? <bdi>{name}</bdi> : <EmailAddress email={user.email} />}
      {name && (
        <small className="ms-2 max-sm:hidden @max-[44rem]:hidden">
          <EmailAddress email={user.email} />
        </small>
      )}
    </RecordCell>
  )
}
