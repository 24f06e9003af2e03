import { viewData } from '#lib/http/page.ts'
import NotFound from '../../not-found.tsx'

/** What an endpoint shows that is switched off: the same as for an address without a page. */
export default async function NotFoundView() {
  await viewData('not-found')
  return <NotFound />
}
