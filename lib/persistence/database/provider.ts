export type Provider = 'sqlite' | 'postgresql'

/** The provider of a database address: `file:` is SQLite, `postgresql:` PostgreSQL. */
export function providerOf(databaseUrl: string): Provider {
  return databaseUrl.startsWith('file:') ? 'sqlite' : 'postgresql'
}
