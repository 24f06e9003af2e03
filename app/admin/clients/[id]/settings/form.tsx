'use client'

import { useWatch } from 'react-hook-form'
import { literal, looseObject, union } from 'zod/mini'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { CheckField, SelectField, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ClientNameFields } from '#app/admin/clients/_parts/client-name-fields.tsx'
import { clientFields } from '#app/admin/clients/_parts/client-schema.ts'
import { levelKey, levels } from './levels.ts'

interface Values {
  readonly clientIdentifier: string
  readonly displayName: string
  readonly description: string
  readonly websiteUrl: string
  readonly defaultAcrLevel: string
  readonly enabled: boolean
  readonly consentRequired: boolean
  readonly showLogo: boolean
  readonly showDisplayName: boolean
  readonly showDescription: boolean
  readonly showWebsiteUrl: boolean
}

interface SettingsFormProps {
  readonly action: string
  readonly values: Values
  /** The identifier is read-only. */
  readonly isNameFixed: boolean
  readonly isAlwaysEnabled: boolean
  /** Users sign in to the client, so a default level makes sense. */
  readonly hasLevel: boolean
}

export function SettingsForm(props: SettingsFormProps) {
  const { action, values, isNameFixed } = props
  const t = useTexts()
  const { clientIdentifier, ...rest } = clientFields((key) => t(`clients.wrong.${key}`))
  const schema = looseObject({
    ...rest,
    clientIdentifier: union([clientIdentifier, literal(values.clientIdentifier)]),
  })
  const form = useConsoleForm<Values>({ action, schema: schema as never, values })
  return (
    <form {...form.props} className="flex max-w-3xl flex-col gap-6">
      <Names form={form} isNameFixed={isNameFixed} />
      <SignIn form={form} {...props} />
      <Shown form={form} />
      <Warnings form={form} before={values} />
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

type Form = ReturnType<typeof useConsoleForm<Values>>

function Names({ form: { field }, isNameFixed }: { form: Form; isNameFixed: boolean }) {
  const t = useTexts()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ClientNameFields field={field} isNameFixed={isNameFixed} />
      <TextField
        label={t('clients.settings.website_url')}
        optional={t('console.optional')}
        binding={field('websiteUrl')}
        type="url"
        inputMode="url"
        placeholder="https://"
        dir="ltr"
      />
    </div>
  )
}

function SignIn({ form, hasLevel, isAlwaysEnabled }: SettingsFormProps & { form: Form }) {
  const t = useTexts()
  return (
    <fieldset className="border-line border-t pt-5">
      <legend className="float-start mb-4 font-semibold text-sm">
        {t('clients.settings.sign_in')}
      </legend>
      <div className="clear-both flex flex-col gap-4">
        {hasLevel && (
          <div className="max-w-2xl">
            <SelectField
              label={t('clients.settings.level')}
              hint={t('clients.settings.level_hint')}
              binding={form.field('defaultAcrLevel')}
              className="max-w-md"
            >
              {levels.map(([level]) => (
                <option key={level} value={level}>
                  {t(levelKey(level) ?? 'clients.levels.level1')}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        <Check form={form} name="consentRequired" hint={t('clients.settings.consent_hint')} />
        {isAlwaysEnabled ? (
          <input type="hidden" name="enabled" value="on" />
        ) : (
          <Check form={form} name="enabled" hint={t('clients.settings.enabled_hint')} />
        )}
      </div>
    </fieldset>
  )
}

function Shown({ form }: { form: Form }) {
  const t = useTexts()
  return (
    <fieldset className="border-line border-t pt-5">
      <legend className="float-start mb-1 font-semibold text-sm">
        {t('clients.settings.shown')}
      </legend>
      <p className="clear-both mb-4 text-muted text-xs">{t('clients.settings.shown_hint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Check form={form} name="showDisplayName" />
        <Check form={form} name="showDescription" />
        <Check form={form} name="showWebsiteUrl" />
        <Check form={form} name="showLogo" />
      </div>
    </fieldset>
  )
}

const checkLabels = {
  enabled: 'clients.settings.enabled',
  consentRequired: 'clients.settings.consent_required',
  showDisplayName: 'clients.settings.show_display_name',
  showDescription: 'clients.settings.show_description',
  showWebsiteUrl: 'clients.settings.show_website_url',
  showLogo: 'clients.settings.show_logo',
} as const

interface CheckProps {
  readonly form: Form
  readonly name: keyof typeof checkLabels
  readonly hint?: string
}

function Check({ form, name, hint }: CheckProps) {
  const t = useTexts()
  return <CheckField label={t(checkLabels[name])} hint={hint} binding={form.field(name)} />
}

/** The consequences of an unsaved change for the client. */
function Warnings({ form: { form }, before }: { form: Form; before: Values }) {
  const t = useTexts()
  const [name, enabled] = useWatch({
    control: form.control,
    name: ['clientIdentifier', 'enabled'],
  })
  const isRenamed = name !== undefined && name !== before.clientIdentifier
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {isRenamed && <Notice kind="warning">{t('clients.settings.rename_warning')}</Notice>}
      {before.enabled && enabled === false && (
        <Notice kind="warning">{t('clients.settings.disable_warning')}</Notice>
      )}
    </div>
  )
}
