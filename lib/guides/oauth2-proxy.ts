import type { Guide } from './guide.ts'

export const oauth2Proxy: Guide = {
  id: 'oauth2-proxy',
  title: 'oauth2-proxy',
  kind: 'web',
  mark: 'P',
  color: '#3b6ea5',
  library: 'oauth2-proxy',
  version: '7',
  addresses: { port: 4180, redirectUri: '{{origin}}/oauth2/callback', afterSignOut: null },
  steps: [
    {
      title: 'Write the configuration',
      text: 'It stands in front of an application that can’t sign people in. Add a cookie_secret: openssl rand -base64 32 | tr -- +/ -_.',
      code: [
        {
          name: 'oauth2-proxy.cfg',
          language: 'toml',
          code: `provider = "oidc"
oidc_issuer_url = "{{issuer}}"
client_id = "{{clientId}}"
client_secret = "{{secret}}"
redirect_url = "{{redirectUri}}"
scope = "openid profile email"
code_challenge_method = "S256"
insecure_oidc_skip_nonce = false
skip_provider_button = true
email_domains = ["*"]
cookie_expire = "1h"
{{http-app}}cookie_secure = false
whitelist_domains = ["{{host}}"]
upstreams = ["http://127.0.0.1:8080/"]`,
        },
        { name: 'Terminal', language: 'shell', code: 'oauth2-proxy --config oauth2-proxy.cfg' },
      ],
    },
    {
      title: 'Sign out here too',
      text: 'Link to /oauth2/sign_out with the address of the server’s sign-out in rd. The last line of the configuration allows it.',
      code: [
        {
          name: 'Link',
          language: 'text',
          code: '/oauth2/sign_out?rd={{issuer}}/auth/logout',
        },
      ],
    },
  ],
  behindProxy: 'Set reverse_proxy = true, and redirect_url to the public https address.',
}
