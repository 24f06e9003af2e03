import { redirect } from 'next/navigation'

/** A user opens with the details. */
export default async function UserPage({ params }: { readonly params: Promise<{ id: string }> }) {
  redirect(`/admin/users/${encodeURIComponent((await params).id)}/details`)
}
