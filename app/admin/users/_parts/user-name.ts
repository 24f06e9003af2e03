import type { Submission } from '#app/_ui/form/submit-route.ts'
import { fullName } from '#lib/domain/users/full-name.ts'

type Named = Parameters<typeof fullName>[0] & { readonly email: string }

/** A user's name in a sentence: the full name, or else the email address. */
export function userName(user: Named): string {
  return fullName(user) || user.email
}

/** The name of the user with this id. */
export async function findUserName({ api }: Submission, id: number): Promise<string> {
  const { user } = await api.getUser({ params: { id } })
  return userName(user)
}
