import NotFound from '#app/not-found.tsx'
import { viewData } from '#lib/http/page.ts'

/** Shown for a disabled endpoint; the same as for an address without a page. */
export default async function NotFoundView() {
  await viewData('not-found')
  return <NotFound />
}
