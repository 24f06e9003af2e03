'use client'

import { Globe, type LucideIcon, MonitorSmartphone, Server, Terminal } from 'lucide-react'
import type { z } from 'zod'
import { TextField } from '#app/_ui/form/fields.tsx'
import { FormFooter } from '#app/_ui/form/form-footer.tsx'
import { useConsoleForm } from '#app/_ui/form/use-console-form.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ClientNameFields } from '../_parts/client-name-fields.tsx'
import { type Kind, kindNames, newClientSchema } from './kinds.ts'

type Values = z.input<ReturnType<typeof newClientSchema>>

const icons: Readonly<Record<Kind, LucideIcon>> = {
  web: Globe,
  spa: MonitorSmartphone,
  native: Terminal,
  machine: Server,
}

const blank: Values = {
  kind: 'web',
  clientIdentifier: '',
  displayName: '',
  description: '',
  redirectUri: '',
}

/** The kind of an application, and its client's names. */
export function NewClientForm({ action }: { readonly action: string }) {
  const t = useTexts()
  const schema = newClientSchema((key) => t(`clients.wrong.${key}`))
  const { field, ...form } = useConsoleForm<Values>({ action, schema, values: blank })
  return (
    <form {...form.props} className="group flex max-w-3xl flex-col gap-6">
      <Kinds binding={field('kind')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ClientNameFields field={field} />
        <RedirectUriField binding={field('redirectUri')} />
      </div>
      <FormFooter {...form} label={t('clients.new.submit')} />
    </form>
  )
}

type Binding = ReturnType<ReturnType<typeof useConsoleForm<Values>>['field']>

/** Hidden, with or without scripts, for a kind that no user signs in to. */
function RedirectUriField({ binding }: { readonly binding: Binding }) {
  const t = useTexts()
  return (
    <div className="group-has-[#kind-machine:checked]:hidden sm:col-span-2">
      <TextField
        label={t('clients.redirect_uris.entry')}
        hint={t('clients.new.redirect_uri_hint')}
        optional={t('console.optional')}
        binding={binding}
        className="font-mono"
        type="url"
        inputMode="url"
        placeholder="https://app.example.com/callback"
        spellCheck={false}
        dir="ltr"
      />
    </div>
  )
}

function Kinds({ binding }: { readonly binding: Binding }) {
  const t = useTexts()
  const { initial, error: _, ...registered } = binding
  return (
    <fieldset>
      <legend className="mb-3 font-medium text-sm">{t('clients.new.kind')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {kindNames.map((kind) => {
          const Icon = icons[kind]
          return (
            <label
              key={kind}
              className="flex cursor-pointer gap-3 rounded-field border border-line p-4 hover:bg-base-content/4 has-checked:border-base-content has-checked:bg-base-content/6 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                {...registered}
                id={`kind-${kind}`}
                type="radio"
                value={kind}
                defaultChecked={initial === kind}
                className="radio radio-sm mt-0.5"
                aria-describedby={`kind-${kind}-hint`}
              />
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-medium text-sm">
                  <Icon className="size-4 shrink-0" aria-hidden="true" />
                  {t(`clients.new.${kind}`)}
                </span>
                <span
                  id={`kind-${kind}-hint`}
                  className="mt-1 block text-pretty text-muted text-xs"
                >
                  {t(`clients.new.${kind}_hint`)}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
