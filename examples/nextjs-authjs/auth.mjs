/** Auth.js (next-auth 4) with the authorization server as its provider. */
const {
  ISSUER = 'http://localhost:3000',
  CLIENT_ID = 'example-nextjs',
  CLIENT_SECRET,
} = process.env

export const issuer = ISSUER

/** @type {import('next-auth').NextAuthOptions} */
export const authOptions = {
  providers: [
    {
      id: 'authserver',
      name: 'authserver',
      type: 'oauth',
      wellKnown: `${ISSUER}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: 'openid profile email' } },
      // The claims come from the ID token. Each check prevents one attack, at no cost.
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      profile: (claims) => ({ id: claims.sub, name: claims.name, email: claims.email }),
    },
  ],
  callbacks: {
    // The sign-out needs the ID token.
    jwt: ({ token, account }) => (account ? { ...token, idToken: account.id_token } : token),
  },
}
