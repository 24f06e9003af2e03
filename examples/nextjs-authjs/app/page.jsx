import { getServerSession } from 'next-auth'
import { authOptions } from '../auth.mjs'

/** The server reads the session from the application's own cookie. */
export default async function Page() {
  const session = await getServerSession(authOptions)
  if (!session) return <a href="/api/auth/signin">Sign in</a>
  return (
    <>
      <p>Hello {session.user.email}.</p>
      <form action="/sign-out" method="post">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
