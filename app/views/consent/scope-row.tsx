import {
  AtSign,
  CircleUserRound,
  Eye,
  History,
  type LucideIcon,
  MapPin,
  PencilLine,
  Phone,
  ShieldAlert,
  Tags,
  UsersRound,
} from 'lucide-react'
import { Badge } from '#app/_ui/text/badge.tsx'
import { scopeDescription } from '#app/_ui/text/built-in-texts.ts'
import { asOpenIdScope } from '#app/_ui/text/openid-scope.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ScopeView } from '#lib/answers/view.ts'
import type { PlacedScope } from './risk.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  profile: CircleUserRound,
  email: AtSign,
  address: MapPin,
  phone: Phone,
  groups: UsersRound,
  attributes: Tags,
  offline_access: History,
}

interface ScopeRowProps {
  readonly scope: PlacedScope
  readonly isChange?: boolean
}

/**
 * A scope with its checkbox, in the words of the person whose account it is. What administrators can do is not ticked:
 * it is given on purpose or not at all.
 */
export async function ScopeRow({ scope, isChange = false }: ScopeRowProps) {
  const t = await pageTexts()
  const id = `consent${scope.place}`
  const { title, description } = await explain(scope)
  const Icon = iconOf(scope, isChange)
  return (
    <label className="ui-scope cursor-pointer">
      <Icon aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b id={`${id}-title`}>
          <bdi>{title}</bdi>
        </b>
        <span id={`${id}-details`}>
          {description && (
            <small>
              <bdi>{description}</bdi>
            </small>
          )}
          {scope.alreadyGranted && <small>{t('pages.consent.granted')}</small>}
        </span>
        {scope.administrative && (
          <small className="mt-0.5">
            <Badge tone="warning" icon={ShieldAlert}>
              {t('pages.consent.administrative')}
            </Badge>
          </small>
        )}
      </span>
      <input
        type="checkbox"
        id={id}
        name={id}
        value="on"
        defaultChecked={!scope.administrative}
        className="checkbox shrink-0"
        // Screen readers announce the title, then the state of the checkbox, then the description.
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-details`}
        data-scope={scope.scope}
      />
    </label>
  )
}

function iconOf({ scope, administrative }: ScopeView, isChange: boolean): LucideIcon {
  if (administrative) return ShieldAlert
  return icons[scope] ?? (isChange ? PencilLine : Eye)
}

/** Scopes whose title does not say what they contain. */
const unclear: ReadonlySet<string> = new Set(['profile', 'attributes', 'offline_access'])

interface Explanation {
  readonly title: string
  readonly description?: string
}

/** The catalogs describe OpenID Connect scopes; administrators describe permissions. */
async function explain({ scope, permission }: ScopeView): Promise<Explanation> {
  const t = await pageTexts()
  const openIdScope = asOpenIdScope(scope)
  if (openIdScope) {
    const title = t(`consent.scope.${openIdScope}.title`)
    const isClear = !unclear.has(openIdScope)
    return isClear
      ? { title }
      : { title, description: t(`consent.scope.${openIdScope}.description`) }
  }
  if (!permission?.description) return { title: scope }
  const { resource } = permission
  return { title: scopeDescription(t, scope, permission.description), description: resource }
}
