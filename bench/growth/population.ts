import type { Loader } from './loader.ts'
import { addRows, nextId, oneOf, padded, scattered, skewed } from './set.ts'
import { type GrowthSize, usersOfInteraction, usersOfSession } from './size.ts'

export interface Population {
  readonly firstUser: number
  readonly users: number
  readonly firstClient: number
  readonly clients: number
  readonly sessions: number
  readonly firstSession: number
}

const groups = 1_000
const day = 86_400
const auditDays = 90

const givenNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Radia']
const familyNames = ['Lovelace', 'Hopper', 'Turing', 'Liskov', 'Knuth', 'Allen', 'Perlman', 'Gödel']
const events = [
  'auth_success_pwd',
  'token_issued_refresh_token_response',
  'created_auth_code',
  'token_issued_authorization_code_response',
  'started_new_user_session',
  'auth_failed_pwd',
  'logout',
  'token_issued_client_credentials_response',
]

/** The identifier of the session with this number. */
export function sessionIdentifier({ dialect }: Loader, number: string): string {
  return dialect.uuid(`'session ' || (${number})`)
}

/** Adds clients, groups, users with their dependents, and sessions. */
export async function addPopulation(
  loader: Loader,
  size: GrowthSize,
  passwordHash: string,
): Promise<Population> {
  const people: Population = {
    firstUser: await nextId(loader, 'users'),
    users: size.users,
    firstClient: await nextId(loader, 'clients'),
    clients: size.clients,
    sessions: Math.floor(size.users / usersOfSession),
    firstSession: await nextId(loader, 'user_sessions'),
  }
  await addClients(loader, people)
  await addUsers(loader, people, passwordHash)
  await addDependents(loader, people)
  await addSessions(loader, people, people.sessions, 60, 7_000)
  await addInteractions(loader, people, Math.floor(size.users / usersOfInteraction), 0)
  await addAuditEntries(loader, people, size.auditEntries, 0, auditDays * day)
  return people
}

async function addClients(loader: Loader, people: Population): Promise<void> {
  const { firstClient, clients } = people
  const now = loader.dialect.ago('0')
  const id = `${firstClient} + n.i`
  await addRows(loader, 'clients', clients, {
    id,
    updated_at: now,
    client_identifier: `'client-' || ${padded('n.i')}`,
    description: `'Application ' || n.i`,
    is_public: 'n.i % 3 = 0',
    authorization_code_enabled: 'TRUE',
    default_acr_level: `'urn:authserver:level1'`,
  })
  await addRows(loader, 'client_redirect_uris', clients, {
    client_id: id,
    uri: `'https://app-' || n.i || '.example/callback'`,
  })
  await addRows(loader, 'client_web_origins', clients, {
    client_id: id,
    origin: `'https://app-' || n.i || '.example'`,
  })
}

async function addUsers(
  loader: Loader,
  { firstUser, users }: Population,
  passwordHash: string,
): Promise<void> {
  const { ago, uuid } = loader.dialect
  const username = `'user' || ${padded('n.i')}`
  await addRows(loader, 'users', users, {
    id: `${firstUser} + n.i`,
    created_at: ago(`${400 * day} - n.i % ${300 * day}`),
    updated_at: ago('0'),
    subject: uuid(`'user ' || n.i`),
    username: `CASE WHEN n.i % 3 = 0 THEN ${username} ELSE '' END`,
    username_key: `CASE WHEN n.i % 3 = 0 THEN ${username} END`,
    given_name: `${oneOf(scattered('n.i', 1_000), givenNames)} || substr('abcdefghijklmnopqrstuvwxyz', CAST(1 + n.i % 26 AS INTEGER), 1)`,
    family_name: oneOf(scattered('n.i + 3', 1_000), familyNames),
    email: `'someone.' || ${padded('n.i')} || '@people.example'`,
    email_verified: 'TRUE',
    locale: `'en-GB'`,
    password_hash: `'${passwordHash}'`,
  })
}

async function addDependents(loader: Loader, people: Population): Promise<void> {
  const { firstUser, users, firstClient, clients } = people
  const now = loader.dialect.ago('0')
  const firstGroup = await nextId(loader, 'groups')
  await addRows(loader, 'groups', groups, {
    id: `${firstGroup} + n.i`,
    updated_at: now,
    group_identifier: `'group-' || ${padded('n.i')}`,
  })
  await addRows(loader, 'user_groups', users, {
    user_id: `${firstUser} + n.i`,
    group_id: `${firstGroup} + ${scattered('n.i', groups)}`,
  })
  await addRows(loader, 'user_attributes', Math.floor(users / 5), {
    updated_at: now,
    user_id: `${firstUser} + n.i * 5`,
    key: `'department'`,
    value: `'Department ' || n.i % 40`,
    include_in_access_token: 'TRUE',
  })
  await addRows(loader, 'user_consents', Math.floor(users / 2), {
    updated_at: now,
    user_id: `${firstUser} + n.i * 2`,
    client_id: `${firstClient} + ${skewed('n.i', clients)}`,
    scope: `'openid profile email'`,
    granted_at: now,
  })
}

/**
 * Adds sessions with a client each.
 * @param fromSeconds seconds since the last use of the newest session
 * @param spanSeconds how much earlier the oldest was last used
 */
export async function addSessions(
  loader: Loader,
  people: Population,
  count: number,
  fromSeconds: number,
  spanSeconds: number,
): Promise<void> {
  const { ago, hash } = loader.dialect
  const first = await nextId(loader, 'user_sessions')
  const used = `(${fromSeconds} + ${scattered('n.i', spanSeconds)})`
  const started = ago(`${used} + 600`)
  await addRows(loader, 'user_sessions', count, {
    id: `${first} + n.i`,
    updated_at: ago(used),
    user_id: `${people.firstUser} + (n.i * ${usersOfSession}) % ${people.users}`,
    session_identifier: sessionIdentifier(loader, `n.i + ${first}`),
    cookie_hash: hash(`'cookie ' || (n.i + ${first})`),
    started,
    last_accessed: ago(used),
    auth_time: started,
    auth_methods: `'pwd'`,
    acr_level: `'urn:authserver:level1'`,
    ip_address: `'192.0.2.' || n.i % 250`,
    device_name: `'Firefox'`,
    device_type: `'computer'`,
    device_os: `'Linux'`,
    user_agent: `'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'`,
    auth_state_generation: '0',
    otp_config_generation: '0',
  })
  await addRows(loader, 'user_session_clients', count, {
    updated_at: ago(used),
    user_session_id: `${first} + n.i`,
    client_id: `${people.firstClient} + ${skewed('n.i', people.clients)}`,
    started,
    last_accessed: ago(used),
  })
}

/**
 * Adds interactions.
 * @param endedSeconds seconds since the first of them expired
 */
export async function addInteractions(
  loader: Loader,
  people: Population,
  count: number,
  endedSeconds: number,
): Promise<void> {
  const { ago, hash, uuid } = loader.dialect
  const first = await nextId(loader, 'ceremonies')
  const ended = `${endedSeconds} - ${scattered('n.i', 3_600)}`
  await addRows(loader, 'ceremonies', count, {
    id: `${first} + n.i`,
    created_at: ago(`${ended} + 3600`),
    expires_at: ago(ended),
    ceremony_identifier: uuid(`'ceremony ' || (n.i + ${first})`),
    browser_hash: hash(`'browser ' || (n.i + ${first})`),
    client_id: `${people.firstClient} + ${skewed('n.i', people.clients)}`,
    redirect_uri: `'https://app.example/callback'`,
    response_type: `'code'`,
    response_mode: `'query'`,
    code_challenge: hash(`'challenge ' || n.i`),
    scope: `'openid profile email'`,
    state: uuid(`'state ' || n.i`),
    nonce: uuid(`'nonce ' || n.i`),
    prompt: `''`,
    target_acr: `'urn:authserver:level1'`,
    hint_subject: `''`,
    ui_locales: `''`,
    login_hint: `''`,
    ip_address: `'192.0.2.' || n.i % 250`,
    user_agent: `'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'`,
  })
}

export async function addAuditEntries(
  loader: Loader,
  { firstUser, users, firstClient, clients }: Population,
  count: number,
  fromSeconds: number,
  spanSeconds: number,
): Promise<void> {
  const { ago, uuid } = loader.dialect
  const first = await nextId(loader, 'audit_logs')
  await addRows(loader, 'audit_logs', count, {
    id: `${first} + n.i`,
    created_at: ago(`${fromSeconds} + ${spanSeconds} * (${count} - n.i) / ${count}`),
    audit_event: oneOf(scattered('n.i', 1_000), events),
    details: `'{"userId":' || (${firstUser} + ${scattered('n.i', users)}) || ',"clientId":' || (${firstClient} + ${skewed('n.i', clients)}) || ',"ip":"192.0.2.7","sessionIdentifier":"' || ${uuid(`'some session ' || n.i`)} || '"}'`,
    request_id: uuid(`'request ' || (n.i + ${first})`),
  })
}
