import {
  AtSign,
  CircleUserRound,
  Clock,
  House,
  KeyRound,
  type LucideIcon,
  Phone,
  ShieldCheck,
  Tag,
  UsersRound,
} from 'lucide-react'
import { scopeDescription } from '#app/_ui/text/built-in-texts.ts'
import { asOpenIdScope } from '#app/_ui/text/openid-scope.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { OwnConsent } from '../_parts/app-row.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  openid: ShieldCheck,
  profile: CircleUserRound,
  email: AtSign,
  address: House,
  phone: Phone,
  groups: UsersRound,
  attributes: Tag,
  offline_access: Clock,
}

/** What an app can do, in the words of the consent page. What lasts or administers stands out. */
export async function Scopes({
  consent: { scope, permissions },
}: {
  readonly consent: OwnConsent
}) {
  const t = await pageTexts()
  const descriptions = new Map(permissions.map((one) => [one.scope, one.description]))
  return (
    <ul aria-label={t('own.apps.can')} className="ms-[2.875rem] mt-3 grid gap-1.5 text-sm">
      {scope.split(' ').map((name) => {
        const Icon = icons[name] ?? KeyRound
        const known = asOpenIdScope(name)
        const isRisky = name === 'offline_access' || name.startsWith('authserver:')
        const described = scopeDescription(t, name, descriptions.get(name) ?? '')
        return (
          <li key={name} className={`flex items-start gap-2 ${isRisky ? '' : 'text-muted'}`}>
            <Icon className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {known ? t(`consent.scope.${known}.title`) : <bdi>{described || name}</bdi>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
