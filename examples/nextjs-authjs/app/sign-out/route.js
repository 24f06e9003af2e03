import { NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { issuer } from '../../auth.mjs'

/** Ends the session of the application, and leads the browser to the server, which ends its own. */
export async function POST(request) {
  const token = await getToken({ req: request })
  const address = new URL('/auth/logout', issuer)
  if (token) address.searchParams.set('id_token_hint', token.idToken)
  address.searchParams.set('post_logout_redirect_uri', `${process.env.NEXTAUTH_URL}/`)
  const response = NextResponse.redirect(address, 303)
  // A long session is in several cookies: `next-auth.session-token.0`, `.1` …
  for (const { name } of request.cookies.getAll()) {
    if (!/^(__Secure-)?next-auth\.session-token/.test(name)) continue
    response.cookies.set(name, '', { maxAge: 0, secure: name.startsWith('__Secure-') })
  }
  return response
}
