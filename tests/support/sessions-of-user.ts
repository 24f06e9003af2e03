import type { SessionRecord, Store } from '#lib/persistence/store.ts'

/** A moment before every test's sessions. */
const longAgo = new Date(0)
const since = { idleSince: longAgo, startedSince: longAgo }

/** A user's sessions, active or not, in the order of their creation. */
export async function sessionsOf(store: Store, userId: number): Promise<SessionRecord[]> {
  const found = await store.sessions.listActive(userId, since)
  return found
    .map(({ user: _user, clients: _clients, ...session }) => session)
    .sort((a, b) => a.id - b.id)
}
