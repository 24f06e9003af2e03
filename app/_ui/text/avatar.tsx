import { initialsOf, tintOf } from './initials.ts'

const sizes = { sm: '', md: 'ui-avatar-md', lg: 'ui-avatar-lg', xl: 'ui-avatar-xl' } as const

interface AvatarProps {
  readonly person: {
    readonly subject: string
    readonly email: string
    readonly givenName?: string
    readonly familyName?: string
  }
  readonly size?: keyof typeof sizes
}

/** A person's initials on a tint of their user ID. The name stands beside it. */
export function Avatar({ person, size = 'sm' }: AvatarProps) {
  return (
    <span
      className={`ui-avatar ${sizes[size]} hue-${tintOf(person.subject)} print:hidden`}
      aria-hidden="true"
    >
      {initialsOf(person, person.email)}
    </span>
  )
}
