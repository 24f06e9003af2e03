import {
  Activity,
  AppWindow,
  Ban,
  Boxes,
  CircleCheck,
  CircleX,
  CornerDownRight,
  KeyRound,
  LockOpen,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  Smartphone,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { Found, FoundIcon as FoundIconName } from './found.ts'

const icons: Readonly<Record<FoundIconName, LucideIcon>> = {
  activity: Activity,
  api: Boxes,
  application: AppWindow,
  ban: Ban,
  check: CircleCheck,
  group: UsersRound,
  key: KeyRound,
  page: CornerDownRight,
  permission: LockOpen,
  phone: Smartphone,
  refused: CircleX,
  sessions: MonitorSmartphone,
  'sign-out': LogOut,
  user: UserRound,
}

const flipped: ReadonlySet<FoundIconName> = new Set(['page', 'sign-out'])

/** The picture of a result. */
export function FoundIcon({ found: { icon, person } }: { readonly found: Found }) {
  if (person) {
    return (
      <span className={`ui-avatar hue-${person.tint}`} aria-hidden="true">
        {person.initials}
      </span>
    )
  }
  const Icon = icons[icon]
  return <Icon className={flipped.has(icon) ? 'flip' : undefined} aria-hidden="true" />
}
