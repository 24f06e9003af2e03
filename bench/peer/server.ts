/**
 * The peer: `oidc-provider` with the same kind of key, the same password hashing and storage in SQLite.
 * Started by `startHelper`; `PEER` holds its settings as JSON.
 */
import type { JsonWebKey } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verify } from '@node-rs/argon2'
import Database from 'better-sqlite3'
import { type Configuration, Provider } from 'oidc-provider'
import { answerQuestions } from '../helper.ts'
import type { ClientOfTarget } from '../load/target.ts'
import { inWorkers } from '../workers.ts'
import { openPeerStorage } from './adapter.ts'

export interface PeerSettings {
  readonly baseUrl: string
  readonly port: number
  readonly databasePath: string
  readonly client: ClientOfTarget
  readonly privateJwk: JsonWebKey
  /** The shared password, as an argon2id hash with the server's parameters. */
  readonly users: readonly { readonly email: string; readonly passwordHash: string }[]
}

interface UserRow {
  readonly id: string
  readonly email: string
  readonly password_hash: string
}

const settings: PeerSettings = JSON.parse(process.env.PEER ?? '{}')
const { client } = settings
const storage = openPeerStorage(settings.databasePath)
const users = openUsers()

const configuration: Configuration = {
  adapter: storage,
  clients: [
    {
      client_id: client.identifier,
      client_secret: client.secret,
      redirect_uris: [client.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [{ ...settings.privateJwk, alg: 'RS256', use: 'sig', kid: 'bench' }] } as never,
  cookies: { keys: ['a benchmark needs no secret'] },
  features: { devInteractions: { enabled: false } },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'updated_at'],
  },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  ttl: { AccessToken: 3_600, Session: 86_400, Grant: 86_400, Interaction: 3_600, IdToken: 300 },
  async findAccount(_ctx, id) {
    const user = users.byId.get(id) as UserRow | undefined
    return user && { accountId: user.id, claims: async () => claimsOf(user) }
  },
  async loadExistingGrant({ oidc }) {
    const clientId = oidc.client?.clientId ?? ''
    const known = oidc.session?.grantIdFor(clientId)
    const found = known && (await oidc.provider.Grant.find(known))
    if (found) return found
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
}

await inWorkers(async () => {
  const provider = new Provider(settings.baseUrl, configuration)
  const answer = provider.callback()
  const server = createServer((req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void answer(req, res)
    interact(provider, req, res).catch((error: unknown) => res.writeHead(500).end(`${error}`))
  })
  server.listen(settings.port, '127.0.0.1')
})
answerQuestions(async () => null)

/** The sign-in page (text is enough for the load) and its form. */
async function interact(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(req, res)
  if (req.method !== 'POST') {
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end('<form method="post"><input name="email"><input name="password"></form>')
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const user = users.byEmail.get(form.get('email')) as UserRow | undefined
  const isRight = await verify(user?.password_hash ?? '', form.get('password') ?? '')
  if (!user || !isRight) return void res.writeHead(403).end()
  await provider.interactionFinished(req, res, { login: { accountId: user.id } })
}

function claimsOf({ id, email }: UserRow) {
  const name = { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' }
  return { sub: id, email, email_verified: true, ...name, updated_at: 1_700_000_000 }
}

function openUsers() {
  const db = new Database(settings.databasePath, { timeout: 5_000 })
  db.exec(`CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL)`)
  const insert = db.prepare('INSERT OR IGNORE INTO users VALUES (?, ?, ?)')
  db.transaction(() => {
    for (const [i, user] of settings.users.entries()) {
      insert.run(`user-${i}`, user.email, user.passwordHash)
    }
  })()
  return {
    byId: db.prepare('SELECT * FROM users WHERE id = ?'),
    byEmail: db.prepare('SELECT * FROM users WHERE email = ?'),
  }
}
