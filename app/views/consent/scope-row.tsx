import { Check, ShieldAlert } from 'lucide-react'
import { scopeDescription } from '#app/_ui/text/built-in-texts.ts'
import { asOpenIdScope } from '#app/_ui/text/openid-scope.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ScopeView } from '#lib/answers/view.ts'

interface ScopeRowProps {
  /** `consent<i>`, the name of its checkbox. */
  readonly name: string
  readonly scope: ScopeView
}

/** A scope with its checkbox: its meaning and its peculiarities. */
export async function ScopeRow({ name, scope }: ScopeRowProps) {
  const t = await pageTexts()
  const { title, description, name: scopeName } = await explain(scope)
  return (
    <li>
      <label className="flex cursor-pointer gap-3.5 px-4 py-3.5 hover:bg-base-content/4">
        <input
          type="checkbox"
          id={name}
          name={name}
          value="on"
          defaultChecked
          className="checkbox checkbox-primary checkbox-sm mt-0.5 shrink-0 rounded-[min(var(--radius-selector),0.3rem)]"
          // Screen readers announce the title, then the state of the checkbox, then the description.
          aria-labelledby={`${name}-title`}
          aria-describedby={`${name}-details`}
          data-scope={scope.scope}
        />
        <span className="flex min-w-0 flex-col gap-1">
          <span id={`${name}-title`} className="font-medium leading-snug [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </span>
          <span id={`${name}-details`} className="flex flex-col gap-1 empty:hidden">
            {description && (
              <span className="text-muted text-sm leading-snug [overflow-wrap:anywhere]">
                {description}
              </span>
            )}
            {scopeName && (
              <code dir="ltr" className="text-muted text-xs rtl:text-end [overflow-wrap:anywhere]">
                {scopeName}
              </code>
            )}
            {(scope.administrative || scope.alreadyGranted) && (
              <span className="mt-1 flex flex-wrap gap-1.5 text-xs">
                {scope.administrative && (
                  <span className="inline-flex items-center gap-1 rounded-selector border border-warning-line bg-warning-fill px-2 py-0.5 font-medium">
                    <ShieldAlert className="size-3.5" aria-hidden="true" />
                    {t('pages.consent.administrative')}
                  </span>
                )}
                {scope.alreadyGranted && (
                  <span className="inline-flex items-center gap-1 rounded-selector border border-line px-2 py-0.5 text-muted">
                    <Check className="size-3.5" aria-hidden="true" />
                    {t('pages.consent.granted')}
                  </span>
                )}
              </span>
            )}
          </span>
        </span>
      </label>
    </li>
  )
}

interface Explanation {
  readonly title: string
  readonly description?: string
  /** The scope as the client sent it, if the title uses other words. */
  readonly name?: string
}

/** The catalogs describe OpenID Connect scopes; administrators describe permissions. */
async function explain({ scope, permission }: ScopeView): Promise<Explanation> {
  const t = await pageTexts()
  const openIdScope = asOpenIdScope(scope)
  if (openIdScope) {
    return {
      title: t(`consent.scope.${openIdScope}.title`),
      description: t(`consent.scope.${openIdScope}.description`),
      name: scope,
    }
  }
  if (!permission?.description) return { title: scope }
  const { resource } = permission
  const description = scopeDescription(t, scope, permission.description)
  return {
    title: t('consent.permission.description', { permission: description, resource }),
    name: scope,
  }
}
