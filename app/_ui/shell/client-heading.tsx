import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ClientLogo } from '#app/_ui/picture/client-logo.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView } from '#lib/answers/view.ts'
import { CardHeading } from './card-heading.tsx'

interface ClientHeadingProps {
  readonly title: string
  readonly client: ClientView
  /** The line that names the client. Default: "to continue to …". */
  readonly line?: ReactNode
}

/** The title of a step, with the client's name below it. */
export async function ClientHeading({ title, client, line }: ClientHeadingProps) {
  const t = await pageTexts()
  return (
    <>
      <CardHeading title={title} above={client.logoUrl && <ClientLogo src={client.logoUrl} />}>
        <p className="max-w-full text-pretty text-muted">
          {line ?? t.rich('pages.sign-in.continue_to', { name: () => <ClientName of={client} /> })}
        </p>
        {client.description && (
          <p dir="auto" className="max-w-full text-muted text-sm">
            {client.description}
          </p>
        )}
        <ClientWebsite url={client.websiteUrl} />
      </CardHeading>
      {client.unverified && (
        <Notice kind="warning" className="mb-6">
          {t('pages.client.unverified')}
        </Notice>
      )}
    </>
  )
}

/** The client's name, emphasised within a sentence. */
export function ClientName({ of: { name } }: { readonly of: ClientView }) {
  return (
    <strong className="font-semibold text-base-content [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
    </strong>
  )
}

async function ClientWebsite({ url }: { readonly url: string | undefined }) {
  const website = url && URL.canParse(url) ? new URL(url) : undefined
  if (!website || !/^https?:$/.test(website.protocol)) return null
  const t = await pageTexts()
  return (
    <a
      href={website.href}
      target="_blank"
      rel="noopener noreferrer"
      className="lone-link text-link pointer-coarse:-my-2.75 max-w-full text-sm [overflow-wrap:anywhere]"
    >
      {t('pages.client.website', { host: website.host })}
      <ExternalLink className="ms-1.5 inline size-3.5 align-[-0.1em]" aria-hidden="true" />
      <span className="sr-only"> ({t('common.opens_in_new_tab')})</span>
    </a>
  )
}
