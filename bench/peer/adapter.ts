import Database from 'better-sqlite3'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Storage of `oidc-provider` in one SQLite table, with our server's durability. A minimal adapter: prepared
 * statements, one row per model instance.
 */
export function openPeerStorage(path: string): (name: string) => Adapter {
  const db = new Database(path, { timeout: 5_000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`
    CREATE TABLE IF NOT EXISTS models (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT,
      user_code TEXT, expires_at INTEGER, consumed_at INTEGER, PRIMARY KEY (model, id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS models_grant ON models (grant_id);
    CREATE INDEX IF NOT EXISTS models_uid ON models (model, uid);
  `)
  const statements = {
    upsert: db.prepare(`INSERT OR REPLACE INTO models
      (model, id, payload, grant_id, uid, user_code, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    find: db.prepare('SELECT payload, expires_at, consumed_at FROM models WHERE model=? AND id=?'),
    byUid: db.prepare('SELECT id FROM models WHERE model = ? AND uid = ?').pluck(),
    byUserCode: db.prepare('SELECT id FROM models WHERE model = ? AND user_code = ?').pluck(),
    consume: db.prepare('UPDATE models SET consumed_at = ? WHERE model = ? AND id = ?'),
    remove: db.prepare('DELETE FROM models WHERE model = ? AND id = ?'),
    revoke: db.prepare('DELETE FROM models WHERE grant_id = ?'),
  }
  return (model) => adapterOf(model, statements)
}

interface Row {
  readonly payload: string
  readonly expires_at: number | null
  readonly consumed_at: number | null
}

type Statements = Readonly<
  Record<
    'upsert' | 'find' | 'byUid' | 'byUserCode' | 'consume' | 'remove' | 'revoke',
    Database.Statement
  >
>

function adapterOf(model: string, statements: Statements): Adapter {
  const find = async (id: unknown): Promise<AdapterPayload | undefined> => {
    const row = statements.find.get(model, id) as Row | undefined
    if (!row || (row.expires_at !== null && row.expires_at < seconds())) return undefined
    const consumed = row.consumed_at === null ? {} : { consumed: row.consumed_at }
    return { ...JSON.parse(row.payload), ...consumed }
  }
  return {
    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null, userCode = null } = payload
      const expiresAt = expiresIn ? seconds() + expiresIn : null
      const text = JSON.stringify(payload)
      statements.upsert.run(model, id, text, grantId, uid, userCode, expiresAt)
    },
    find,
    findByUid: async (uid) => find(statements.byUid.get(model, uid)),
    findByUserCode: async (code) => find(statements.byUserCode.get(model, code)),
    consume: async (id) => void statements.consume.run(seconds(), model, id),
    destroy: async (id) => void statements.remove.run(model, id),
    revokeByGrantId: async (grantId) => void statements.revoke.run(grantId),
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
