import { AppWindow, Globe, type LucideIcon, Server, Smartphone } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { Kind } from '#lib/guides/guide.ts'
import type { ClientRecord } from './client-page-data.ts'
import { kindOf } from './kind-of.ts'

const icons: Readonly<Record<Kind, LucideIcon>> = {
  web: Globe,
  spa: AppWindow,
  native: Smartphone,
  machine: Server,
}

/** What an application is, as an icon and a word. */
export async function ClientKind({ client }: { readonly client: ClientRecord }) {
  const t = await pageTexts()
  const kind = kindOf(client)
  const Icon = icons[kind]
  return (
    <span className="ui-soft inline-flex items-center gap-1.5">
      <Icon className="size-3.5!" aria-hidden="true" />
      {t(`clients.new.short.${kind}`)}
    </span>
  )
}
