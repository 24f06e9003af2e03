import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import type { Result, Submission } from '#app/_ui/form/submit-route.ts'
import { userName } from './user-name.ts'

/**
 * Enables or disables the user of the address, and says so with an undo.
 * @throws FormRefusal if the form is such an undo, and the user was changed since
 */
export async function setEnabled(submission: Submission, enabled: boolean): Promise<Result> {
  const { api, form, id, t } = submission
  const params = { id: id() }
  const expected = textOfField(form, 'unchangedSince')
  if (expected) {
    const { user } = await api.getUser({ params })
    if (user.updatedAt !== expected) throw new FormRefusal('', t('users.done.changed_since'))
  }
  const sessions = enabled
    ? null
    : await api.listSessions({ query: { userId: params.id, limit: 1 } })
  const { user } = await api.setUserEnabled({ params, body: { enabled } })
  const name = userName(user)
  return {
    message: sessions
      ? t('users.done.disabled', { name, count: sessions.total })
      : t('users.done.enabled', { name }),
    isStale: true,
    undo: {
      action: `/admin/users/${params.id}/details/submit/${enabled ? 'disable' : 'enable'}`,
      fields: [['unchangedSince', user.updatedAt ?? '']],
    },
  }
}
