import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { relatedOriginsFaults } from './values.ts'

interface RelatedOriginsProps {
  /** The domain of passkeys. */
  readonly domain: string
  /** Origins of this server that it has to name. */
  readonly origins: readonly string[]
  /** What the server found there when the settings were saved. */
  readonly fault: (typeof relatedOriginsFaults)[number] | undefined
}

/** What the former domain of passkeys has to serve, so that browsers use its passkeys here. */
export async function RelatedOrigins({ domain, origins, fault }: RelatedOriginsProps) {
  const t = await pageTexts()
  const address = `https://${domain}/.well-known/webauthn`
  return (
    <Notice
      kind={fault ? 'warning' : 'info'}
      id="related-origins"
      alert={fault !== undefined}
      className="mb-6 max-w-240"
    >
      {fault && (
        <p className="font-semibold">{t(`methods.settings.related.${fault}`, { domain })}</p>
      )}
      <p className="mb-3">{t('methods.settings.related.serve', { domain })}</p>
      <ClientTexts>
        <CodeBlock
          name={<bdi dir="ltr">{address}</bdi>}
          code={JSON.stringify({ origins })}
          copyLabel={t('methods.settings.related.copy')}
          isWrapping
        />
      </ClientTexts>
    </Notice>
  )
}
