import { PageTitle } from '#app/_ui/shell/page-title.tsx'
import { viewData } from '#lib/http/page.ts'
import { Article } from './article.tsx'
import { Frame } from './frame.tsx'
import { Missing } from './missing.tsx'
import { Neighbors } from './neighbors.tsx'

/**
 * A page of the documentation, in its frame. All of it is in English, the documents' own language, also where the
 * visitor chose another one.
 */
export default async function DocumentView() {
  const { address, sections, document } = await viewData('document')
  return (
    <Frame address={address} sections={sections}>
      <PageTitle title={document?.title ?? 'Page not found'} />
      {document ? <Article document={document} /> : <Missing />}
      {document && <Neighbors address={address} sections={sections} />}
    </Frame>
  )
}
