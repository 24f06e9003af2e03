import { UserRound } from 'lucide-react'
import { Avatar } from '#app/_ui/text/avatar.tsx'
import { ownPerson } from './own-person.ts'

/** The visitor's initials; a figure when the name is not known. */
export async function OwnAvatar() {
  const person = await ownPerson()
  if (person) return <Avatar person={person.user} size="md" />
  return (
    <span className="ui-avatar ui-avatar-md" aria-hidden="true">
      <UserRound />
    </span>
  )
}
