import { FileText } from 'lucide-react'
import { TextsProvider } from '#app/_ui/text/texts-provider.tsx'
import type { DocumentHeading, DocumentPage } from '#lib/answers/document.ts'
import { messagesOf } from '#lib/i18n/messages.ts'
import { CopyButtons } from './copy-buttons.tsx'

/** The text of a document, with the list of its headings. */
export function Article({ document }: { readonly document: DocumentPage }) {
  const { title, html, headings, markdown } = document
  const { copy, copied, copy_press, copy_failed } = messagesOf('en').console
  return (
    <TextsProvider language="en" texts={{ console: { copy, copied, copy_press, copy_failed } }}>
      <link rel="alternate" type="text/markdown" href={markdown} title={title} />
      <div className="ui-doc-columns">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered of our own documents at the build */}
        <article id="document" className="ui-doc" dangerouslySetInnerHTML={{ __html: html }} />
        <div className="ui-doc-side print:hidden">
          <Headings headings={headings} />
          <a href={markdown} className="ui-doc-markdown">
            <FileText aria-hidden="true" />
            This page as Markdown
          </a>
        </div>
      </div>
      <CopyButtons of="document" />
    </TextsProvider>
  )
}

function Headings({ headings }: { readonly headings: readonly DocumentHeading[] }) {
  if (headings.length < 2) return null
  return (
    <nav aria-labelledby="on-this-page">
      <p id="on-this-page">On this page</p>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level === 3 ? 'ps-3' : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
