import { Confirm } from '#app/_ui/form/confirm.tsx'
import { RowSwitch } from '#app/_ui/list/row-switch.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { listAddress } from './addresses.ts'
import type { Provider } from './provider-page-data.ts'

interface ProviderSwitchProps {
  readonly provider: Pick<Provider, 'id' | 'displayName' | 'enabled'>
  /** How many people have no other way to sign in. */
  readonly dependents: number
}

/** Turns a provider on or off at once; it asks first when that leaves people without a way to sign in. */
export async function ProviderSwitch({ provider, dependents }: ProviderSwitchProps) {
  const t = await pageTexts()
  const { id, displayName: name, enabled } = provider
  const action = `${listAddress}/submit/switch/${id}`
  if (!enabled || dependents === 0) {
    return (
      <ClientTexts>
        <RowSwitch
          action={action}
          fields={{ enabled: enabled ? '' : 'on' }}
          id={`provider-${id}-switch`}
          isOn={enabled}
          name={t('idp.on_named', { name })}
        />
      </ClientTexts>
    )
  }
  return (
    <ClientTexts>
      <Confirm
        action={action}
        fields={{ enabled: '' }}
        id={`provider-${id}-switch`}
        trigger={t('idp.turn_off')}
        triggerLabel={t('idp.turn_off_named', { name })}
        title={t('idp.turn_off_title', { name })}
        body={t('idp.turn_off_body', { count: dependents })}
        confirm={t('idp.turn_off')}
      />
    </ClientTexts>
  )
}
