'use client'

import { any, array, boolean, object } from 'zod/mini'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { ListEditor } from '#app/_ui/form/list-editor.tsx'
import { listSchema, rowsOf } from '#app/_ui/form/list-entries.ts'
import { Switch } from '#app/_ui/form/switch.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface RestrictionsFormProps {
  readonly action: string
  /** Null: any. */
  readonly scopes: readonly string[] | null
  readonly pushedRequestsRequired: boolean
  readonly dpopRequired: boolean
  readonly deviceGrantEnabled: boolean
}

const blank = { entry: '' }

/** What a client may request, and how. While it may request any, the style sheet hides the list. */
export function RestrictionsForm(props: RestrictionsFormProps) {
  const { action, scopes, pushedRequestsRequired, dpopRequired, deviceGrantEnabled } = props
  const t = useTexts()
  const entries = (scopes ?? []).map((entry) => ({ values: { entry } }))
  const columns = [
    { name: 'entry', label: t('clients.restrictions.entry'), isCode: true, isLong: true },
  ]
  const problem = (value: string, _column: string, others: readonly string[]) => {
    if (/\s/.test(value)) return t('clients.restrictions.bad_scope')
    return others.includes(value) ? t('console.record.listed_twice') : undefined
  }
  const { entries: rows = array(any()) } = listSchema({
    ...{ name: 'entries', columns, entries, problem },
  }).shape
  return (
    <ConsoleForm
      action={action}
      label={t('console.save')}
      values={{
        limited: scopes !== null,
        entries: rowsOf(entries, blank),
        pushedRequestsRequired,
        dpopRequired,
        deviceGrantEnabled,
      }}
      schema={object({
        limited: boolean(),
        entries: rows,
        pushedRequestsRequired: boolean(),
        dpopRequired: boolean(),
        deviceGrantEnabled: boolean(),
      })}
      className="group flex max-w-3xl flex-col gap-8"
    >
      <fieldset className="grid gap-5">
        <legend className="ui-label">{t('clients.restrictions.scopes')}</legend>
        <p className="ui-hint">{t('clients.restrictions.scopes_intro')}</p>
        <Switch
          name="limited"
          label={t('clients.restrictions.limited')}
          hint={t('clients.restrictions.limited_hint')}
          isOn={scopes !== null}
        />
        <div className="group-has-[#limited:not(:checked)]:hidden">
          <ListEditor
            name="entries"
            label={t('clients.restrictions.scopes')}
            columns={columns}
            entries={entries}
            blank={blank}
            add={t('clients.restrictions.add')}
            empty={t('clients.restrictions.empty')}
          />
        </div>
      </fieldset>
      <Requests {...props} />
    </ConsoleForm>
  )
}

function Requests(props: RestrictionsFormProps) {
  const { pushedRequestsRequired, dpopRequired, deviceGrantEnabled } = props
  const t = useTexts()
  return (
    <fieldset className="grid gap-5">
      <legend className="ui-label mb-2">{t('clients.restrictions.requests')}</legend>
      <Switch
        name="pushedRequestsRequired"
        label={t('clients.restrictions.pushed')}
        hint={t('clients.restrictions.pushed_hint')}
        isOn={pushedRequestsRequired}
      />
      <Switch
        name="dpopRequired"
        label={t('clients.restrictions.dpop')}
        hint={t('clients.restrictions.dpop_hint')}
        isOn={dpopRequired}
      />
      <Switch
        name="deviceGrantEnabled"
        label={t('clients.restrictions.device')}
        hint={t('clients.restrictions.device_hint')}
        isOn={deviceGrantEnabled}
      />
    </fieldset>
  )
}
