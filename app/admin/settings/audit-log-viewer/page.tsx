import { redirect } from 'next/navigation'
import { activityAddress, filterIn } from '#app/admin/activity/_parts/filter.ts'

interface FormerPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The former address of the activity, which links and bookmarks have. */
export default async function FormerPage({ searchParams }: FormerPageProps) {
  redirect(activityAddress({ ...filterIn(await searchParams), range: 'all' }))
}
