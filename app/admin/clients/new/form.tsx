'use client'

import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { clientIdOfName } from './client-id-of-name.ts'
import { chosenRedirectUri, type Framework } from './framework.ts'
import { Frameworks } from './frameworks.tsx'
import { kindOfAnswer, newClientSchema } from './kinds.ts'

type Values = z.input<ReturnType<typeof newClientSchema>>

interface NewClientFormProps {
  readonly action: string
  readonly frameworks: readonly Framework[]
  /** The framework in the address; the first one for an unknown one. */
  readonly wanted: string
}

/** What an application is made with, and its client's names. */
export function NewClientForm({ action, frameworks, wanted }: NewClientFormProps) {
  const t = useTexts()
  const schema = newClientSchema((key) => t(`clients.wrong.${key}`))
  const first = frameworks.find(({ id }) => id === wanted) ?? frameworks[0]
  const values: Values = {
    kind: first?.id ?? 'web',
    displayName: '',
    clientIdentifier: '',
    redirectUri: first?.redirectUri ?? '',
  }
  const form = useConsoleForm<Values>({ action, schema, values })
  useProposals(form.form, frameworks)
  const answer = useWatch({ control: form.form.control, name: 'kind' }) || values.kind
  const framework = frameworks.find(({ id }) => id === answer)
  return (
    <form {...form.props} className="flex max-w-[60rem] flex-col gap-6">
      <Frameworks frameworks={frameworks} binding={form.field('kind')} />
      <Names field={form.field} />
      {/* No one comes back to a machine. Without scripts, the server ignores the field for it. */}
      {kindOfAnswer(frameworks, answer) !== 'machine' && (
        <div className="max-w-[40rem]">
          <TextField
            label={t('clients.redirect_uris.entry')}
            hint={
              framework
                ? t('clients.new.redirect_uri_of', {
                    framework: framework.title,
                    library: framework.library,
                  })
                : t('clients.new.redirect_uri_hint')
            }
            optional={t('console.optional')}
            binding={form.field('redirectUri')}
            className="font-mono"
            type="url"
            inputMode="url"
            placeholder="https://app.example.com/callback"
            spellCheck={false}
            dir="ltr"
          />
        </div>
      )}
      <FormFooter {...form} label={t('clients.new.submit')} cancel="/admin/clients" />
    </form>
  )
}

type Form = ReturnType<typeof useConsoleForm<Values>>

function Names({ field }: Pick<Form, 'field'>) {
  const t = useTexts()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t('clients.new.name')}
        hint={t('clients.new.name_hint')}
        binding={field('displayName')}
        maxLength={100}
      />
      <TextField
        label={t('clients.identifier')}
        hint={t('clients.new.identifier_hint')}
        binding={field('clientIdentifier')}
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </div>
  )
}

/** The name makes the client ID and the framework the redirect URI, until the administrator types another one. */
function useProposals(form: Form['form'], frameworks: readonly Framework[]) {
  useEffect(() => {
    let lastId = ''
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (name === 'displayName' && ['', lastId].includes(values.clientIdentifier)) {
          lastId = clientIdOfName(values.displayName)
          form.setValue('clientIdentifier', lastId, { shouldDirty: true })
        }
        if (name === 'kind') {
          const uri = values.redirectUri || frameworks[0]?.redirectUri || ''
          form.setValue('redirectUri', chosenRedirectUri(frameworks, values.kind, uri))
        }
      },
    })
  }, [form, frameworks])
}
