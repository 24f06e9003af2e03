export type Fate =
  | 'works'
  | '401'
  | '403'
  /** Errors of the token endpoint (RFC 6749 section 5.2). */
  | 'invalid_grant'
  | 'invalid_client'
  | 'unauthorized_client'
  /** A console page redirects to the sign-in. */
  | 'sign-in'
  /** A console page reports the missing permission. */
  | 'no right'
  /** The change does not affect this credential. */
  | '–'

/** Each credential and its next request, in the order of the columns. */
export const credentials = {
  codeAtAdmin: 'Token of a sign-in, Admin API',
  codeAtAccount: 'Token of a sign-in, Account API',
  offlineRefresh: 'Refresh token of `offline_access`',
  offlineAtAdmin: 'Its access token, Admin API',
  ownAtAdmin: 'A client’s own token, Admin API',
  passwordRefresh: 'Refresh token of the password grant',
  passwordAtAccount: 'Its access token, Account API',
  consolePage: 'Console page',
  accountPage: 'Account page',
} as const

export type Credential = keyof typeof credentials

const same = (fate: Fate) =>
  Object.fromEntries(Object.keys(credentials).map((name) => [name, fate])) as Record<
    Credential,
    Fate
  >

/** Changes that do not affect the console's own client, or clients without a token of their own. */
const notConsole = { consolePage: '–', accountPage: '–' } as const
const notOwn = { ownAtAdmin: '–' } as const

/** The user loses the administrative permission, however it was granted. */
const noAdministrator: Record<Credential, Fate> = {
  ...same('works'),
  ...notOwn,
  codeAtAdmin: '403',
  offlineRefresh: 'invalid_grant',
  offlineAtAdmin: '403',
  consolePage: 'no right',
}

const noClient: Record<Credential, Fate> = {
  ...same('401'),
  ...notConsole,
  offlineRefresh: 'invalid_client',
  passwordRefresh: 'invalid_client',
}

const noConsent: Record<Credential, Fate> = {
  ...same('401'),
  ...notConsole,
  ...notOwn,
  offlineRefresh: 'invalid_grant',
  passwordRefresh: 'invalid_grant',
}

const noUser: Record<Credential, Fate> = {
  ...noConsent,
  consolePage: 'sign-in',
  accountPage: 'sign-in',
}

/** The effect of each removed right, from the very next request, in every process. */
export const takenRights = {
  'permission taken from the user': noAdministrator,
  'permission taken from the group': noAdministrator,
  'user taken out of the group': noAdministrator,
  'group deleted': noAdministrator,
  '`manage-account` taken from the user': {
    ...same('works'),
    ...notOwn,
    codeAtAccount: '403',
    offlineRefresh: 'invalid_grant',
    passwordRefresh: 'invalid_grant',
    passwordAtAccount: '403',
    consolePage: 'no right',
    accountPage: 'no right',
  },
  'permission taken from the client': { ...same('works'), ...notConsole, ownAtAdmin: '403' },
  'allowance for administrative scopes taken from the client': {
    ...same('works'),
    ...notConsole,
    codeAtAdmin: '403',
    offlineRefresh: 'invalid_grant',
    offlineAtAdmin: '403',
  },
  'client disabled': noClient,
  'client deleted': noClient,
  'client deleted, and made again under the same identifier': {
    ...noClient,
    offlineRefresh: 'invalid_grant',
    passwordRefresh: 'invalid_grant',
  },
  'client renamed': { ...same('works'), ...notConsole },
  'client made public': {
    ...same('works'),
    ...notConsole,
    offlineRefresh: 'invalid_grant',
    ownAtAdmin: '401',
    passwordRefresh: 'invalid_grant',
  },
  'flows of the client switched off': {
    ...same('works'),
    ...notConsole,
    offlineRefresh: 'unauthorized_client',
    ownAtAdmin: '401',
    passwordRefresh: 'unauthorized_client',
  },
  'consent withdrawn': noConsent,
  'consent narrowed': noConsent,
  'user disabled': noUser,
  'user deleted': noUser,
  'second factor switched on': {
    ...same('works'),
    ...notOwn,
    passwordRefresh: 'invalid_grant',
  },
} as const satisfies Readonly<Record<string, Record<Credential, Fate>>>

export type Taking = keyof typeof takenRights

/** The table for docs/security.md. */
export function takenRightsTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const names = Object.keys(credentials) as Credential[]
  const rows = Object.entries(takenRights).map(([taking, fates]) =>
    line([taking, ...names.map((name) => fates[name])]),
  )
  const head = line(['', ...Object.values(credentials)])
  const rule = `|${'---|'.repeat(names.length + 1)}`
  return [head, rule, ...rows].join('\n')
}
