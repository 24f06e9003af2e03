import type { Loader } from './loader.ts'
import { type Population, sessionIdentifier } from './population.ts'
import { addRows, type Columns, nextId, scattered, skewed } from './set.ts'
import { tokensOfGrant, usersOfSession } from './size.ts'

const hour = 3_600
const day = 24 * hour
/** Idle timeout of offline tokens, and maximum lifetime of a grant. */
const idleDays = 30
const lifeDays = 365

/** Grants of one kind, each with its redeemed code and its chain of refresh tokens. */
interface Batch {
  readonly grants: number
  /** Age in seconds of the oldest and the newest grant. */
  readonly oldest: number
  readonly newest: number
  /** Default: true. */
  readonly hasTokens?: boolean
  /** Fraction of grants, the newest, that belong to existing sessions. */
  readonly boundPart: number
  /** Seconds between refreshes of a grant of this age. */
  readonly pause: (age: string) => string
}

/** Grants of a busy server: their tokens are active, except those that expired in the last half day. */
export function addLiveGrants(loader: Loader, people: Population, tokens: number): Promise<void> {
  return addGrants(loader, people, {
    grants: Math.floor(tokens / tokensOfGrant),
    oldest: idleDays * day + 12 * hour,
    newest: 60,
    boundPart: 0.05,
    pause: (age) => `(${age}) / ${tokensOfGrant}`,
  })
}

/**
 * Grants with only expired tokens, and as many older ones without tokens: the cleaner's input, and its state
 * after the first step.
 */
export async function addEndedGrants(
  loader: Loader,
  people: Population,
  tokens: number,
): Promise<void> {
  const ended = { grants: Math.floor(tokens / tokensOfGrant), boundPart: 0, pause: () => `${hour}` }
  const month = idleDays * day
  const older = { ...ended, oldest: 3 * month, newest: 2 * month + day }
  await addGrants(loader, people, { ...older, hasTokens: false })
  await addGrants(loader, people, { ...ended, oldest: 2 * month, newest: month + day })
}

async function addGrants(loader: Loader, people: Population, batch: Batch): Promise<void> {
  const firstGrant = await nextId(loader, 'grants')
  const firstCode = await nextId(loader, 'codes')
  const of = columnsOf(loader, people, batch, { firstGrant, firstCode })
  await addRows(loader, 'grants', batch.grants, of.grant('n.i'))
  await addRows(loader, 'codes', batch.grants, of.code('n.i'))
  if (batch.hasTokens === false) return
  const tokens = batch.grants * tokensOfGrant
  await addRows(
    loader,
    'refresh_tokens',
    tokens,
    of.token(`(n.i / ${tokensOfGrant})`, `(n.i % ${tokensOfGrant})`, firstGrant * tokensOfGrant),
  )
}

interface Firsts {
  readonly firstGrant: number
  readonly firstCode: number
}

/** Columns as expressions of the grant's number and of the token's position in its chain. */
function columnsOf(loader: Loader, people: Population, batch: Batch, firsts: Firsts) {
  const { ago, uuid, hash } = loader.dialect
  const facts = factsOf(loader, people, batch)
  const { firstGrant, firstCode } = firsts
  const last = `${tokensOfGrant - 1}`
  const common = (g: string): Columns => ({
    user_id: facts.user(g),
    client_id: `${people.firstClient} + ${skewed(g, people.clients)}`,
    acr_level: `'urn:authserver:level1'`,
    auth_methods: `'pwd'`,
    authenticated_at: ago(facts.issued(g, '0')),
    auth_state_generation: '0',
  })
  return {
    grant: (g: string): Columns => ({
      id: `${firstGrant} + ${g}`,
      created_at: ago(facts.issued(g, '0')),
      grant_identifier: uuid(`'grant ' || (${g} + ${firstGrant})`),
      user_id: facts.user(g),
      client_id: `${people.firstClient} + ${skewed(g, people.clients)}`,
      session_identifier: facts.session(g),
      expires_at: ago(facts.ended(g, last)),
    }),
    code: (g: string): Columns => ({
      ...common(g),
      id: `${firstCode} + ${g}`,
      created_at: ago(facts.issued(g, '0')),
      grant_id: `${firstGrant} + ${g}`,
      code_hash: hash(`'code ' || (${g} + ${firstCode})`),
      code_challenge: hash(`'challenge ' || ${g}`),
      code_challenge_method: `'S256'`,
      scope: facts.scope(g),
      nonce: `''`,
      redirect_uri: `'https://app.example/callback'`,
      response_mode: `'query'`,
      session_identifier: facts.session(g),
      ip_address: `'192.0.2.9'`,
      user_agent: `'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'`,
      used: 'TRUE',
      used_at: ago(facts.issued(g, '0')),
    }),
    token: (g: string, place: string, base: number): Columns => ({
      ...common(g),
      created_at: ago(facts.issued(g, place)),
      grant_id: `${firstGrant} + ${g}`,
      code_id: `${firstCode} + ${g}`,
      jti: uuid(`'token ' || (${base} + n.i)`),
      previous_jti: `CASE WHEN ${place} = 0 THEN '' ELSE ${uuid(`'token ' || (${base} + n.i - 1)`)} END`,
      first_jti: uuid(`'token ' || (${base} + n.i - ${place})`),
      type: `CASE WHEN ${facts.isBound(g)} THEN 'Refresh' ELSE 'Offline' END`,
      scope: facts.scope(g),
      session_identifier: `CASE WHEN ${facts.isBound(g)} THEN ${facts.session(g)} ELSE '' END`,
      issued_at: ago(facts.issued(g, place)),
      expires_at: ago(facts.ended(g, place)),
      max_lifetime: `CASE WHEN ${facts.isBound(g)} THEN NULL ELSE ${ago(`${facts.issued(g, '0')} - ${lifeDays * day}`)} END`,
      revoked: `${place} < ${last}`,
      revoked_at: `CASE WHEN ${place} < ${last} THEN ${ago(facts.issued(g, `${place} + 1`))} END`,
      revoked_reason: `CASE WHEN ${place} < ${last} THEN 'rotated' END`,
    }),
  }
}

/** Properties of a grant, as expressions of its number. */
function factsOf(loader: Loader, people: Population, batch: Batch) {
  const { grants, oldest, newest, pause } = batch
  const boundFrom = Math.floor(grants * (1 - batch.boundPart))
  const age = (g: string) => `(${newest} + ${oldest - newest} * (${grants} - ${g}) / ${grants})`
  const isBound = (g: string) => `${g} >= ${boundFrom}`
  const issued = (g: string, place: string) => `(${age(g)} - (${place}) * ${pause(age(g))})`
  const session = `${people.firstSession}`
  return {
    isBound,
    issued,
    /** A session's token expires with the session; an offline token expires when unused. */
    ended: (g: string, place: string) =>
      `CASE WHEN ${isBound(g)} THEN -${hour} ELSE ${issued(g, place)} - ${idleDays * day} END`,
    user: (g: string) =>
      `${people.firstUser} + CASE WHEN ${isBound(g)}
        THEN ((${g} % ${people.sessions}) * ${usersOfSession}) % ${people.users}
        ELSE ${scattered(g, people.users)} END`,
    session: (g: string) =>
      `CASE WHEN ${isBound(g)} THEN ${sessionIdentifier(loader, `${g} % ${people.sessions} + ${session}`)}
        ELSE ${loader.dialect.uuid(`'past session ' || ${g}`)} END`,
    scope: (g: string) =>
      `CASE WHEN ${isBound(g)} THEN 'openid profile email'
        ELSE 'openid profile email offline_access' END`,
  }
}
