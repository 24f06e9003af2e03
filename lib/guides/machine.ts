import type { Guide } from './guide.ts'

export const machine: Guide = {
  id: 'machine',
  title: 'Service or script',
  kind: 'machine',
  mark: '⇄',
  color: '#475569',
  library: 'curl',
  addresses: null,
  steps: [
    {
      title: 'Give it a permission',
      text: 'A token holds the permissions that the application itself has at an API. Without one it gets no token.',
    },
    {
      title: 'Ask for a token',
      text: 'No one signs in. Keep the token until expires_in seconds are over, and ask for the next one then: there is no refresh token.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: `curl '{{issuer}}/auth/token' \\
  --user '{{clientId}}:{{secret}}' \\
  --data-urlencode grant_type=client_credentials \\
  --data-urlencode 'scope={{scopes}}'`,
        },
      ],
    },
    {
      title: 'Call the API',
      text: 'Send the access token of the answer.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: `curl https://api.example.com/items --header "Authorization: Bearer $ACCESS_TOKEN"`,
        },
      ],
    },
  ],
}
