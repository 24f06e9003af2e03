import type { Texts } from './submit-route.ts'

/** Frequent refusals of a change to a client, a group or a resource, in the visitor's language. */
export function recordTexts(t: Texts): Readonly<Record<string, string>> {
  return {
    MANAGE_SCOPE_REQUIRED: t('console.record.manage_scope_required'),
    LAST_ADMINISTRATOR: t('console.record.last_administrator'),
    CONCURRENT_UPDATE: t('console.record.concurrent_update'),
    NOT_FOUND: t('console.record.not_found'),
  }
}

/** Refusals of a form without fields of its own. */
export function recordRefusals(t: Texts) {
  return { texts: recordTexts(t) }
}

/** Refusals of a form with the identifier and the description of a group or a resource. */
export function identifierRefusals(identifierField: string) {
  return (t: Texts) => ({
    fields: {
      'validator.identifier': identifierField,
      'validator.description': 'description',
      // Earlier checks cover every other reason for this code.
      VALIDATION_ERROR: identifierField,
    },
    texts: { ...recordTexts(t), VALIDATION_ERROR: t('console.record.identifier_taken') },
  })
}
