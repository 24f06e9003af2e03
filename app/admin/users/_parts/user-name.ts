import type { Submission } from '#app/_ui/form/submit-route.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

type Named = Parameters<typeof fullName>[0] & { readonly email: string }

/** What a user is called in a sentence: the name, or else the email address. */
export function userName(user: Named): string {
  return fullName(user) || user.email
}

/** What the user with this id is called. */
export async function findUserName({ api }: Submission, id: number): Promise<string> {
  const { user } = await api.getUser({ params: { id } })
  return userName(user)
}
