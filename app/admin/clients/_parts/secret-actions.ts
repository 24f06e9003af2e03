'use server'

import { ApiError } from '#lib/api/client.ts'
import { pageLanguage, visitor } from '#lib/http/page.ts'
import { pageTexts } from '../../../_components/texts.ts'
import { makeApi } from '../../../_console/make-api.ts'
import { noteRefusal } from '../../../_console/refused-requests.ts'
import type { SecretState } from './secret-state.ts'

/** Reads a client's secret; the server records this in the audit log. */
export async function revealSecret(id: number, _earlier: SecretState): Promise<SecretState> {
  const state = await readSecret(id)
  if (state.kind !== 'shown') await noteRefusal()
  return state
}

async function readSecret(id: number): Promise<SecretState> {
  const who = await visitor()
  const t = await pageTexts()
  if (!who) return { kind: 'session-ended' }
  if (!Number.isSafeInteger(id)) return { kind: 'problem', message: t('console.failed') }
  const api = makeApi(who, await pageLanguage(), () => {})
  try {
    const { clientSecret } = await api.getClientSecret({ params: { id } })
    return { kind: 'shown', secret: clientSecret }
  } catch (error) {
    const { code = '', status = 0 } = error instanceof ApiError ? error : {}
    if (status === 401) return { kind: 'session-ended' }
    if (status === 0) throw error
    const isBeyondReach = code === 'MANAGE_SCOPE_REQUIRED'
    return {
      kind: 'problem',
      message: t(isBeyondReach ? 'clients.secret.out_of_reach' : 'console.failed'),
    }
  }
}
