'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { SecretBox } from '../../_parts/secret-box.tsx'
import { type Snippet, secretMark } from './snippet.ts'

interface SnippetCardsProps {
  readonly snippets: readonly Snippet[]
  /** Path of the route file that reads the secret; null if there is none, or if the visitor may not see it. */
  readonly reveal: string | null
}

/** Configuration to copy; it includes the secret while the secret is shown. */
export function SnippetCards({ snippets, reveal }: SnippetCardsProps) {
  if (!reveal) return <Snippets snippets={snippets} secret={null} />
  return (
    <SecretBox reveal={reveal} frame={(box) => <SecretCard>{box}</SecretCard>}>
      {(secret) => <Snippets snippets={snippets} secret={secret} />}
    </SecretBox>
  )
}

function SecretCard({ children }: { readonly children: ReactNode }) {
  const t = useTexts()
  return (
    <Panel title={t('clients.secret.title')} id="secret" intro={t('clients.connect.secret_hint')}>
      {children}
    </Panel>
  )
}

interface SnippetsProps {
  readonly snippets: readonly Snippet[]
  readonly secret: string | null
}

function Snippets({ snippets, secret }: SnippetsProps) {
  const t = useTexts()
  return (
    <Panel
      title={t('clients.connect.snippets')}
      id="snippets"
      intro={t('clients.connect.snippets_hint')}
      flush
    >
      <div className="divide-y divide-line">
        {snippets.map(({ id, title, note, code }, index) => {
          const name = title ?? t('clients.connect.machine_title')
          const text = secret === null ? code : code.replaceAll(secretMark, secret)
          return (
            <details key={id} name="snippet" open={index === 0} className="group">
              <summary className="flex cursor-pointer list-none items-center gap-2 px-5 py-3.5 font-medium text-sm hover:bg-[var(--hover)]">
                <ChevronRight
                  className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90"
                  aria-hidden="true"
                />
                <bdi>{name}</bdi>
              </summary>
              <div className="px-5 pb-5">
                <p className="mb-3 max-w-2xl text-pretty text-muted text-sm [overflow-wrap:anywhere]">
                  {t(`clients.connect.note_${note}`)}
                </p>
                <CodeBlock
                  id={`snippet-${id}`}
                  name={<bdi>{name}</bdi>}
                  code={text}
                  copyLabel={t('clients.connect.copy_named', { name })}
                />
              </div>
            </details>
          )
        })}
      </div>
    </Panel>
  )
}
