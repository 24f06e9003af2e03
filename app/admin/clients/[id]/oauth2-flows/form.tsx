'use client'

import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { Select } from '#app/_ui/form/select.tsx'
import { Switch } from '#app/_ui/form/switch.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type ClientFlows, flowsValues } from './values.ts'

/** The global settings that a client can inherit. */
export interface InheritedFlows {
  readonly pkceRequired: boolean
  readonly implicitFlowEnabled: boolean
  readonly resourceOwnerPasswordCredentialsEnabled: boolean
}

interface FlowsFormProps {
  readonly action: string
  readonly flows: ClientFlows
  /** Null if the visitor may not read the settings. */
  readonly inherited: InheritedFlows | null
}

/** A client's flows. A flow that a public client or the built-in client cannot have is read-only. */
export function FlowsForm({ action, flows, inherited }: FlowsFormProps) {
  const t = useTexts()
  return (
    <ConsoleForm
      action={action}
      label={t('console.save')}
      values={flowsValues(flows)}
      className="flex flex-col gap-6"
    >
      <Current flows={flows} inherited={inherited} />
      <Legacy flows={flows} inherited={inherited} />
    </ConsoleForm>
  )
}

type PartProps = Omit<FlowsFormProps, 'action'>

function Current({ flows, inherited }: PartProps) {
  const t = useTexts()
  const { isPublic, isSystemLevelClient } = flows
  const values = flowsValues(flows)
  const positions = usePositions('pkce_required', 'pkce_optional')
  return (
    <>
      <Switch
        name="browserFlow"
        label={t('clients.flows.browser')}
        hint={t(
          isSystemLevelClient ? 'clients.flows.browser_built_in' : 'clients.flows.browser_hint',
        )}
        isOn={flows.authorizationCodeEnabled}
        isFixed={isSystemLevelClient}
        whenChanged={(isOn) =>
          !isOn && <Notice kind="warning">{t('clients.flows.browser_off')}</Notice>
        }
      />
      <Select
        name="pkce"
        label={t('clients.flows.pkce')}
        hint={t(isPublic ? 'clients.flows.pkce_public' : 'clients.flows.pkce_hint')}
        value={values.pkce}
        options={positions(inherited?.pkceRequired)}
        isFixed={isPublic}
        remark={(value) =>
          value === 'off' && <Notice kind="warning">{t('clients.flows.pkce_warning')}</Notice>
        }
      />
      <Switch
        name="machineFlow"
        label={t('clients.flows.machine')}
        hint={t(isPublic ? 'clients.flows.machine_public' : 'clients.flows.machine_hint')}
        isOn={flows.clientCredentialsEnabled}
        isFixed={isPublic}
        whenChanged={(isOn) =>
          !isOn && <Notice kind="warning">{t('clients.flows.machine_off')}</Notice>
        }
      />
    </>
  )
}

function Legacy({ flows, inherited }: PartProps) {
  const t = useTexts()
  const values = flowsValues(flows)
  const positions = usePositions('on', 'off')
  return (
    <fieldset className="border-line border-t pt-5">
      <legend className="float-start mb-1 font-semibold text-sm">
        {t('clients.flows.legacy')}
      </legend>
      <p className="clear-both mb-5 max-w-2xl text-pretty text-muted text-sm">
        {t('clients.flows.legacy_hint')}
      </p>
      <div className="flex flex-col gap-6">
        <Select
          name="implicit"
          label={t('clients.flows.implicit')}
          hint={t('clients.flows.implicit_hint')}
          value={values.implicit}
          options={positions(inherited?.implicitFlowEnabled)}
          remark={(value) =>
            value === 'on' && <Notice kind="warning">{t('clients.flows.implicit_warning')}</Notice>
          }
        />
        <Select
          name="ropc"
          label={t('clients.flows.ropc')}
          hint={t('clients.flows.ropc_hint')}
          value={values.ropc}
          options={positions(inherited?.resourceOwnerPasswordCredentialsEnabled)}
          remark={(value) =>
            value === 'on' && <Notice kind="warning">{t('clients.flows.ropc_warning')}</Notice>
          }
        />
      </div>
    </fieldset>
  )
}

type Word = 'on' | 'off' | 'pkce_required' | 'pkce_optional'

/** The three options of a setting; the first names the inherited value, if it is known. */
function usePositions(on: Word, off: Word) {
  const t = useTexts()
  const labels = { on: t(`clients.flows.${on}`), off: t(`clients.flows.${off}`) }
  return (global: boolean | undefined): readonly (readonly [string, string])[] => {
    const value = global ? labels.on : labels.off
    const inherit =
      global === undefined ? t('clients.inherit') : t('clients.inherit_value', { value })
    return [
      ['inherit', inherit],
      ['on', labels.on],
      ['off', labels.off],
    ]
  }
}
