'use client'

import { Globe, type LucideIcon, MonitorSmartphone, Server, Terminal } from 'lucide-react'
import { Choice } from '#app/_ui/form/choice.tsx'
import type { FieldBinding } from '#app/_ui/form/fields.tsx'
import { FrameworkTile } from '#app/_ui/text/framework-tile.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type Kind, kinds } from '#lib/guides/guide.ts'
import type { Framework } from './framework.ts'

const icons: Readonly<Record<Kind, LucideIcon>> = {
  web: Globe,
  spa: MonitorSmartphone,
  native: Terminal,
  machine: Server,
}

interface FrameworksProps {
  readonly frameworks: readonly Framework[]
  readonly binding: FieldBinding
}

/** What the application is made with; a kind for what is not in the list. */
export function Frameworks({ frameworks, binding }: FrameworksProps) {
  const t = useTexts()
  const isOther = kinds.some((kind) => kind === binding.initial)
  return (
    <fieldset className="min-w-0">
      <legend className="ui-label mb-2">{t('clients.new.framework')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-2">
        {frameworks.map((framework) => (
          <Card key={framework.id} framework={framework} binding={binding} />
        ))}
      </div>
      <details id="other-kinds" className="mt-2" open={isOther || undefined}>
        <summary className="ui-hint w-fit cursor-pointer py-1">
          {t('clients.new.not_in_the_list')}
        </summary>
        <div className="mt-2 grid gap-2.5 sm:grid-cols-2">
          {kinds.map((kind) => (
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
        </div>
      </details>
    </fieldset>
  )
}

interface CardProps {
  readonly framework: Framework
  readonly binding: FieldBinding
}

function Card({ framework: { id, title, kind, mark, color }, binding }: CardProps) {
  const t = useTexts()
  const { initial, error: _, ...registered } = binding
  return (
    <label className="ui-choice items-center gap-2.5! p-2! focus-within:outline-2">
      <input
        {...registered}
        id={`framework-${id}`}
        type="radio"
        value={id}
        defaultChecked={initial === id}
        className="sr-only"
      />
      <FrameworkTile mark={mark} color={color} />
      <span className="min-w-0 leading-4">
        <span className="block font-semibold text-sm">
          <bdi>{title}</bdi>
        </span>
        <span className="text-subtle text-xs">{t(`clients.new.short.${kind}`)}</span>
      </span>
    </label>
  )
}
