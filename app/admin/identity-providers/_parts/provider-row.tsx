import { ArrowDown, ArrowUp, Settings, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { Dotted } from '#app/_ui/layout/dotted.tsx'
import { MenuAction } from '#app/_ui/list/menu-action.tsx'
import { RowMenu } from '#app/_ui/list/row-menu.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { moveAddress, sectionAddress } from './addresses.ts'
import { DragHandle } from './drag-handle.tsx'
import { FailureBadge } from './failure-badge.tsx'
import type { Provider } from './provider-page-data.ts'
import { ProviderSwitch } from './provider-switch.tsx'
import { ProviderTile } from './provider-tile.tsx'

interface ProviderRowProps {
  readonly provider: Provider
  readonly dependents: number
  readonly mayEdit: boolean
  readonly place: Place
}

interface Place {
  /** From 0. */
  readonly index: number
  readonly isLast: boolean
  /** The ids of all rows, as the page shows them. */
  readonly order: string
}

/** A provider in the list: its state, who gets in with it, its switch and its menu. */
export async function ProviderRow({ provider, dependents, mayEdit, place }: ProviderRowProps) {
  const { id, displayName, preset } = provider
  return (
    <li data-provider={provider.alias} className="flex-wrap">
      {mayEdit && !(place.index === 0 && place.isLast) && (
        <DragHandle action={moveAddress(id)} order={place.order} place={place.index} />
      )}
      <ProviderTile preset={preset} name={displayName} />
      <div className="ui-row-text basis-32">
        <p className="ui-row-title flex flex-wrap items-center gap-2">
          <Link
            href={sectionAddress(id, 'connection')}
            prefetch={false}
            className="min-w-0 hover:underline [overflow-wrap:anywhere]"
          >
            <bdi>{displayName}</bdi>
          </Link>
          <FailureBadge provider={provider} />
        </p>
        <div className="ui-hint [overflow-wrap:anywhere]">
          <Summary provider={provider} />
        </div>
      </div>
      {mayEdit && (
        <div className="ms-auto flex items-center gap-3.5">
          <ProviderSwitch provider={provider} dependents={dependents} />
          <Menu provider={provider} place={place} />
        </div>
      )}
    </li>
  )
}

async function Summary({ provider }: Pick<ProviderRowProps, 'provider'>) {
  const t = await pageTexts()
  const { preset, issuer, createUsers, linking, domains, links, shownOnSignIn } = provider
  return (
    <Dotted>
      {preset === 'oidc' && <bdi key="issuer">{URL.parse(issuer)?.host ?? issuer}</bdi>}
      <span key="new">
        {t(`idp.new_people.${createUsers}`, { domains: domains.join(', ') || '–' })}
      </span>
      <span key="existing">{t(`idp.existing.${linking}`)}</span>
      <span key="links">{t('idp.connected', { count: links })}</span>
      {!shownOnSignIn && <span key="hidden">{t('idp.hidden')}</span>}
    </Dotted>
  )
}

async function Menu({ provider, place }: Pick<ProviderRowProps, 'provider' | 'place'>) {
  const t = await pageTexts()
  const { id, displayName } = provider
  const { order, index, isLast } = place
  const to = (target: number) => ({
    action: moveAddress(id),
    fields: { order, to: String(target) },
  })
  return (
    <RowMenu id={`provider-${id}-menu`} name={displayName}>
      <Link href={sectionAddress(id, 'connection')} prefetch={false}>
        <Settings aria-hidden="true" />
        {t('list.open')}
      </Link>
      <ClientTexts>
        {index > 0 && (
          <MenuAction {...to(index - 1)} id={`provider-${id}-up`}>
            <ArrowUp aria-hidden="true" />
            {t('idp.move_up')}
          </MenuAction>
        )}
        {!isLast && (
          <MenuAction {...to(index + 1)} id={`provider-${id}-down`}>
            <ArrowDown aria-hidden="true" />
            {t('idp.move_down')}
          </MenuAction>
        )}
      </ClientTexts>
      <hr />
      <Link href={sectionAddress(id, 'delete')} prefetch={false} className="danger">
        <Trash2 aria-hidden="true" />
        {t('console.delete')}…
      </Link>
    </RowMenu>
  )
}
