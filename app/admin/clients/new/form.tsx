'use client'

import { Globe, type LucideIcon, MonitorSmartphone, Server, Terminal } from 'lucide-react'
import type { z } from 'zod'
import { Choice, Choices } from '#app/_ui/form/choice.tsx'
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
      <FormFooter {...form} label={t('clients.new.submit')} cancel="/admin/clients" />
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
  return (
    <Choices legend={t('clients.new.kind')}>
      {kindNames.map((kind) => (
        <Choice
          key={kind}
          id={`kind-${kind}`}
          value={kind}
          label={t(`clients.new.${kind}`)}
          hint={t(`clients.new.${kind}_hint`)}
          icon={icons[kind]}
          binding={binding}
        />
      ))}
    </Choices>
  )
}
