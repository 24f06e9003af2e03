'use client'

import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Choice, Choices } from '#app/_ui/form/choice.tsx'
import { CheckField, type FieldBinding, FieldError, TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { AccountsValues } from './values.ts'

interface AccountsFormProps {
  readonly action: string
  readonly values: AccountsValues
  /** The name of a provider that is open to the public; null for another one. */
  readonly publicName: string | null
  /** People can register by themselves. */
  readonly isRegistrationOpen: boolean
}

const choices = {
  createUsers: ['never', 'domains', 'any'],
  linking: ['ask', 'trusted', 'off'],
  emailTrust: ['preset', 'never', 'always'],
  secondFactor: ['ours', 'claimed', 'always'],
} as const

/** Who may sign in with a provider, and what a sign-in there proves. */
export function AccountsForm(props: AccountsFormProps) {
  const { action, values, publicName, isRegistrationOpen } = props
  const t = useTexts()
  const { field, ...form } = useConsoleForm<AccountsValues>({ action, values })
  const asks = (name: keyof typeof choices) => (
    <Question name={name} binding={field(name)} without={publicName ? ['always'] : []} />
  )
  return (
    <form {...form.props} className="max-w-240">
      <Section id="people" title={t('idp.accounts.people')} intro={t('idp.accounts.people_text')}>
        {asks('createUsers')}
        {publicName && !isRegistrationOpen && (
          <>
            <Notice kind="warning" id="public-warning">
              {t('idp.accounts.public', { name: publicName })}
            </Notice>
            <CheckField
              label={t('idp.accounts.confirmed')}
              hint={t('idp.accounts.confirmed_hint')}
              binding={field('confirmed')}
            />
          </>
        )}
        {asks('linking')}
      </Section>
      <Section id="trust" title={t('idp.accounts.trust')} intro={t('idp.accounts.trust_text')}>
        {asks('emailTrust')}
        {asks('secondFactor')}
        <TextField
          label={t('idp.accounts.values')}
          hint={t('idp.accounts.values_hint')}
          binding={field('secondFactorValues')}
          dir="ltr"
          className="max-w-md font-mono"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Section>
      <Section id="page" title={t('idp.accounts.page')}>
        <CheckField
          label={t('idp.accounts.shown')}
          hint={t('idp.accounts.shown_hint')}
          binding={field('shownOnSignIn')}
        />
      </Section>
      <FormFooter {...form} label={t('console.save')} />
    </form>
  )
}

interface QuestionProps {
  readonly name: keyof typeof choices
  readonly binding: FieldBinding
  /** Answers of the question about addresses that a public provider does not have. */
  readonly without: readonly string[]
}

function Question({ name, binding, without }: QuestionProps) {
  const t = useTexts()
  const answers = choices[name].filter((one) => name !== 'emailTrust' || !without.includes(one))
  return (
    <div className="grid gap-1.5">
      <Choices legend={t(`idp.accounts.${name}.title`)}>
        {answers.map((value) => (
          <Choice
            key={value}
            id={`${name}-${value}`}
            value={value}
            label={t(`idp.accounts.${name}.${value}` as 'idp.accounts.linking.ask')}
            hint={t(`idp.accounts.${name}.${value}_hint` as 'idp.accounts.linking.ask_hint')}
            binding={binding}
          />
        ))}
      </Choices>
      {binding.error && <FieldError id={`${name}-error`} text={binding.error} />}
    </div>
  )
}
